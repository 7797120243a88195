import { organizationOf, type Subject } from './ids.ts'

/** The spec's permission flags. `canEditBilling` is called `canEditBillingInfo` in one place of it: one flag, two names. */
export const flags = [
  'canEditPlayers',
  'canEditTeam',
  'canEditEvents',
  'canEditFees',
  'canEditAdministrators',
  'canSendMessages',
  'canReceiveAvailabilityEmails',
  'chatEnabled',
  'canEditBilling',
  'canManageRegistration',
  'canAddNewTeams',
] as const
export type Flag = (typeof flags)[number]

/** The groups of the product's own people, as the user pool names them. */
export const staffRoles = ['ROLE_SALES', 'ROLE_ADMIN', 'ROLE_ORG_ADMIN', 'ROLE_TRACK'] as const
export type StaffRole = (typeof staffRoles)[number]

/**
 * Who may call a route.
 *   anyone     without signing in
 *   webhook    a provider that signs what it sends; the route's own `verify` checks the signature
 *   signed_in  every account
 *   staff      who has one of these roles of the product's own people: `{ staff: ['ROLE_ADMIN'] }`
 *   member     who belongs to the organization or team: its administrators, and families of its players
 *   family     the player's own family, or an administrator who may edit the team's events
 *   a flag     an administrator who has it on the organization, the team, or the team's organization
 */
export type Can = 'anyone' | 'webhook' | 'signed_in' | { staff: readonly StaffRole[] } | 'member' | 'family' | Flag

/** True for a route that is called without a token of the user pool. */
export const isOpen = (can: Can): can is 'anyone' | 'webhook' => can === 'anyone' || can === 'webhook'
/** True for a right on something: the route names its subject. */
export const isAboutSubject = (can: Can): boolean => !isOpen(can) && can !== 'signed_in' && typeof can === 'string'
/** Who may call, in a few words: for lists of routes. */
export const textOf = (can: Can): string => (typeof can === 'string' ? can : `staff: ${can.staff.join(', ')}`)

export type AccessTeam = { id: string; name: string; flags?: Flag[] }
export type AccessPlayer = {
  id: string
  firstName: string
  lastName: string
  teams: { id: string; name: string; archivedAt?: string }[]
}
export type AccessOrganization = {
  id: string
  name: string
  /** Flags on the organization itself; their presence makes a person an organization's administrator. */
  flags?: Flag[]
  teams: AccessTeam[]
  academyEnabled?: boolean
  customRegistrationEnabled?: boolean
}

/** All that a permission check needs, and all that the player and team selector shows. One item per user. */
export type Access = {
  userId: string
  players: AccessPlayer[]
  following: AccessPlayer[]
  organizations: AccessOrganization[]
}
export const noAccess = (userId: string): Access => ({ userId, players: [], following: [], organizations: [] })

export type Caller = { access: Access; groups: readonly string[] }
/** The rule that decided, in words, for the rights matrix and for logs; never shown to the caller. */
export type Verdict = { allowed: boolean; because: string }

const allowed = (because: string): Verdict => ({ allowed: true, because })
const refused = (because: string): Verdict => ({ allowed: false, because })

/** The flags a person has on a team or an organization: those on it, and those on the organization it belongs to. */
export function flagsOn(access: Access, { organizationId, teamId }: Subject): ReadonlySet<Flag> {
  const organization = access.organizations.find(({ id }) => id === organizationId)
  const team = teamId === undefined ? undefined : organization?.teams.find(({ id }) => id === teamId)
  return new Set([...(organization?.flags ?? []), ...(team?.flags ?? [])])
}

/** True when one of these players (own, or followed) is on the team; or in the organization, when there is no team. */
export const hasPlayerIn = (players: readonly AccessPlayer[], { organizationId, teamId }: Subject): boolean =>
  players.some(({ id, teams }) =>
    teamId === undefined ? organizationOf(id) === organizationId : teams.some((team) => team.id === teamId),
  )

/**
 * Whether a caller may do this to this subject. Pure: the server refuses with it, the screen disables with it.
 * A flag or a membership without a subject is refused, so that a forgotten subject is never an open door.
 */
export function can({ access, groups }: Caller, wanted: Can, subject: Subject | undefined): Verdict {
  if (wanted === 'anyone') return allowed('anyone may')
  if (wanted === 'webhook') return refused('is a person')
  if (wanted === 'signed_in') return allowed('every account may')
  if (typeof wanted === 'object') {
    const role = wanted.staff.find((each) => groups.includes(each))
    return role ? allowed(`is staff, ${role}`) : refused('is not staff')
  }
  if (!subject) return refused('asked about nothing')
  const has = flagsOn(access, subject)
  if (wanted === 'member') {
    if (has.size > 0) return allowed('administers it')
    if (hasPlayerIn([...access.players, ...access.following], subject)) return allowed('has or follows a player in it')
    return refused('does not belong to it')
  }
  if (wanted === 'family') {
    if (access.players.some(({ id }) => id === subject.playerId)) return allowed('is the player’s family')
    return has.has('canEditEvents') ? allowed('may edit the events') : refused('is not the player’s family')
  }
  return has.has(wanted) ? allowed(`has ${wanted}`) : refused(`lacks ${wanted}`)
}
