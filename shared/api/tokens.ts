import { isAboutSubject } from '../permissions.ts'
import type { TokenArea } from '../rules/tokens.ts'
import type { AreaName } from './index.ts'
import { changingGets } from './limited.ts'
import type { Route } from './route.ts'

/** The token area of each contract area. Sessions, personal data, staff, chat and payments have none. */
const areaOf = {
  calendar: 'calendar',
  planning: 'calendar',
  attendance: 'calendar',
  teams: 'rosters',
  money: 'fees',
  registrations: 'registrations',
  organization: 'club',
  agreements: 'club',
  developers: 'changes',
} as const satisfies { readonly [Name in AreaName]?: TokenArea }

/** The contract areas with routes that tokens can reach. */
export type AreaWithTokens = keyof typeof areaOf
export const areasWithTokens = Object.keys(areaOf) as AreaWithTokens[]

/**
 * Routes with health data, birth dates, contacts, what families have written or signed, and payment means: no program needs
 * those.
 */
const withheld: readonly string[] = [
  'GET /rest-api/teams/player/{playerId}',
  'GET /rest-api/teams/player/{playerId}/standing',
  'GET /rest-api/teams/search/{orgId}',
  'GET /rest-api/teams/birth-years/{teamId}',
  'GET /rest-api/calendar/event/{eventId}',
  'GET /rest-api/fee/details/{feePlayerId}',
  'GET /rest-api/organization/administrators/{orgUnitId}',
  'GET /rest-api/agreements/agreement/{agreementId}/proof/{playerId}',
  'GET /rest-api/agreements/standing/{orgUnitId}',
  'GET /rest-api/agreements/standing/{orgUnitId}/csv',
  'GET /rest-api/fee/payment-accounts/{orgId}/all',
  'GET /rest-api/fee/payers/{feePlayerId}',
  'GET /rest-api/registration/payment-accounts/{registrationId}',
  'GET /rest-api/registration/invitations/{registrationId}/emails',
  'GET /rest-api/registration/invitations/{registrationId}/candidates',
  'GET /rest-api/registration/notifications/{registrationId}',
  'GET /rest-api/registration/notifications/{registrationId}/candidates',
  'GET /rest-api/registration/answers/{teamId}',
  'GET /rest-api/registration/track/{registrationId}/csv',
  'GET /rest-api/registration/track/{registrationId}/entry',
]

/**
 * The area that a token needs for a route; undefined if no token may call it. Tokens are read-only, and limited to routes with a
 * subject, which keeps them inside their club.
 */
export function tokenAreaOf(area: AreaName, key: string, { can, subject }: Route): TokenArea | undefined {
  const reads = key.startsWith('GET ') && !(changingGets as readonly string[]).includes(key)
  const isTokenRoute = key.includes('/rest-api/developers/')
  return reads && subject !== undefined && isAboutSubject(can) && !isTokenRoute && !withheld.includes(key)
    ? (areaOf as { readonly [Name in AreaName]?: TokenArea })[area]
    : undefined
}
