import { isAboutSubject } from '../permissions.ts'
import type { TokenArea } from '../rules/tokens.ts'
import type { AreaName } from './index.ts'
import { changingGets } from './limited.ts'
import type { Route } from './route.ts'

/** Which areas of the contract each area of a token has. Sessions, data of persons, staff, chat and payments are in none. */
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

/** The areas of the contract that a token may reach something of. */
export type AreaWithTokens = keyof typeof areaOf
export const areasWithTokens = Object.keys(areaOf) as AreaWithTokens[]

/** What is told of health, of when children are born, whom to call or write to, what families have written or signed, and what pays: no program needs that. */
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
 * The area that a token needs for a route; undefined where no token may call it. A token only reads, and only what the route
 * names a subject for: by that it stays in its club.
 */
export function tokenAreaOf(area: AreaName, key: string, { can, subject }: Route): TokenArea | undefined {
  const reads = key.startsWith('GET ') && !(changingGets as readonly string[]).includes(key)
  const isOwn = key.includes('/rest-api/developers/')
  return reads && subject !== undefined && isAboutSubject(can) && !isOwn && !withheld.includes(key)
    ? (areaOf as { readonly [Name in AreaName]?: TokenArea })[area]
    : undefined
}
