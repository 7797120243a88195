import { organizationOf, type Subject } from './ids.ts'

/** The spec's permission flags. It calls `canEditBilling` `canEditBillingInfo` in one place: one flag, two names. */
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

/** The flags of administrators who work with people: billing, opening teams and appointing administrators need no names of players. */
export const flagsOnPeople: readonly Flag[] = flags.filter(
  (flag) => flag !== 'canEditBilling' && flag !== 'canAddNewTeams' && flag !== 'canEditAdministrators',
)

/** The groups of staff in the user pool. */
export const staffRoles = ['ROLE_SALES', 'ROLE_ADMIN', 'ROLE_ORG_ADMIN', 'ROLE_TRACK'] as const
export type StaffRole = (typeof staffRoles)[number]

/**
 * Who may call a route.
 *   anyone     without signing in
 *   webhook    a provider that signs its requests; the route's `verify` checks the signature
 *   link       anyone with a signed link of ours for this purpose, in the name of the user it was made for:
 *              `{ link: 'answer', at: 'body.token' }`. The subject is what the link is about
 *   signed_in  every account
 *   staff      staff with one of these roles: `{ staff: ['ROLE_ADMIN'] }`
 *   member     of an organization, team or event: its administrators and coaches, and users who have or follow a player in it, or
 *              one who is invited to that event; of a player: the family, and administrators who may know who plays
 *   family     the player's own family; for an invite also users who may edit its event, for a fee who may edit fees, for a player
 *              who may edit players
 *   a flag     an administrator with this flag on the organization, the team, or the team's organization
 *   anyOf      the same with any of several flags: `{ anyOf: ['canEditBilling', 'canEditAdministrators'] }`
 *   grownUp    as the value says, except for a child's own account: what a parent or guardian does, for a player of theirs or for no
 *              player: `{ grownUp: 'family' }`
 * A coach has rights on the players of their own team: such a route names the `team` beside the player.
 */
export type Can =
  | 'anyone'
  | 'webhook'
  | { link: LinkPurpose; at: `${'path' | 'query' | 'body'}.${string}` }
  | 'signed_in'
  | { staff: readonly StaffRole[] }
  | 'member'
  | 'family'
  | AnyOf
  | GrownUp
  | Flag
/** What links are made for. The purpose is part of what is signed, so that a link is valid for its own purpose only. */
export type LinkPurpose = 'answer' | 'join' | 'unsubscribe'
type ByLink = Extract<Can, { link: LinkPurpose }>
type AnyOf = { anyOf: readonly Flag[] }
const isAnyOf = (can: Can): can is AnyOf => typeof can === 'object' && 'anyOf' in can
type GrownUp = { grownUp: 'signed_in' | 'member' | 'family' }
export const isForGrownUps = (can: Can): can is GrownUp => typeof can === 'object' && 'grownUp' in can

export const isByLink = (can: Can): can is ByLink => typeof can === 'object' && 'link' in can
/** True for a route for staff. */
export const isStaff = (can: Can): boolean => typeof can === 'object' && 'staff' in can
/** True for a route that needs no access token of the user pool. */
export const isOpen = (can: Can): can is 'anyone' | 'webhook' | ByLink =>
  can === 'anyone' || can === 'webhook' || isByLink(can)
/** True if the right depends on the subject of the route. */
export const isAboutSubject = (can: Can): boolean =>
  isForGrownUps(can)
    ? isAboutSubject(can.grownUp)
    : isAnyOf(can) || (!isOpen(can) && can !== 'signed_in' && typeof can === 'string')
/** Who may call, in a few words, for lists of routes. */
export function textOf(can: Can): string {
  if (typeof can === 'string') return can
  if (isByLink(can)) return `link: ${can.link}`
  if (isAnyOf(can)) return can.anyOf.join(' or ')
  return isForGrownUps(can) ? `${can.grownUp}, no child’s own account` : `staff: ${can.staff.join(', ')}`
}

export type AccessTeam = { id: string; name: string; flags?: Flag[] }
/**
 * The rights that a club may take from a guardian of a player, for families of two homes: `answers`: to answer for the player; `pays`: to
 * see and pay fees; `sees`: to see and change the player's data, agreements and tasks. A guardian with none of them has the rights of a
 * follower.
 */
export const guardianRights = ['answers', 'pays', 'sees'] as const
export type GuardianRight = (typeof guardianRights)[number]
export type Guarding = { lacks?: readonly GuardianRight[] | undefined }
export const hasRight = ({ lacks = [] }: Guarding, right: GuardianRight): boolean => !lacks.includes(right)

export type AccessPlayer = Guarding & {
  id: string
  firstName: string
  lastName: string
  teams: { id: string; name: string; archivedAt?: string }[]
  /** Ids of players who were merged into this one: fees that were charged under these ids are this player's. */
  also?: readonly string[]
}
export type AccessOrganization = {
  id: string
  name: string
  /** Flags on the organization itself; only its administrators have this attribute. */
  flags?: Flag[]
  teams: AccessTeam[]
  academyEnabled?: boolean
  customRegistrationEnabled?: boolean
  /** Its administrators have their rights only in sessions with a second factor. */
  adminSecondFactor?: boolean
}

/** What a permission check needs to know of a user; also what the player and team selector shows. */
export type Access = {
  userId: string
  players: AccessPlayer[]
  following: AccessPlayer[]
  organizations: AccessOrganization[]
  /** It is a child's own account. Only set where that was read. */
  child?: boolean
  /** The clubs that have blocked them from chat. */
  noChatIn?: readonly { id: string; name: string }[]
  /** The clubs in which their rights are suspended until they sign in with a second factor, with these rights. */
  heldBackIn?: readonly AccessOrganization[]
}
/** The clubs in which somebody is an administrator or coach, or has or follows a player. */
export const clubsOf = ({ organizations, players, following }: Access): string[] => [
  ...new Set([...organizations, ...players, ...following].map(({ id }) => organizationOf(id))),
]
export const noAccess = (userId: string): Access => ({ userId, players: [], following: [], organizations: [] })

export type Caller = { access: Access; groups: readonly string[] }
/**
 * The result of a permission check. `because`: the rule that decided, for the rights matrix and for logs, never for the caller. `ifOnTeam`:
 * allowed only if the player is on the subject's team; `ifInvited`: only if one of the caller's players is invited to the subject's event.
 * The access does not contain these: the server reads them.
 */
export type Verdict = { allowed: boolean; because: string; ifOnTeam?: true; ifInvited?: true }

const allowed = (because: string): Verdict => ({ allowed: true, because })
const denied = (because: string): Verdict => ({ allowed: false, because })

const organizationIn = ({ organizations }: Access, { organizationId }: Subject) =>
  organizations.find(({ id }) => id === organizationId)

/** The user's flags on a team or an organization: those on it, and those on its organization. */
export function flagsOn(access: Access, subject: Subject): ReadonlySet<Flag> {
  const organization = organizationIn(access, subject)
  const team = organization?.teams.find(({ id }) => id === subject.teamId)
  return new Set([...(organization?.flags ?? []), ...(team?.flags ?? [])])
}

/** Whether one of these players (own or followed) is on the team; or in the organization, if there is no team. */
export const hasPlayerIn = (players: readonly AccessPlayer[], { organizationId, teamId }: Subject): boolean =>
  players.some(({ id, teams }) =>
    teamId === undefined ? organizationOf(id) === organizationId : teams.some((team) => team.id === teamId),
  )

/**
 * Whether a caller may do this to this subject. Pure: the server refuses by it, and screens disable controls by it. A flag or a membership
 * without a subject is refused, so that a route that lacks its subject is closed, not open.
 */
export function can({ access, groups }: Caller, requirement: Can, subject: Subject | undefined): Verdict {
  if (requirement === 'anyone') return allowed('anyone may')
  if (requirement === 'webhook') return denied('is a person')
  if (requirement === 'signed_in') return allowed('every account may')
  if (isByLink(requirement)) {
    // A link stops working when its user is no longer the player's family.
    const isHolder = subject !== undefined && isOwn(access, subject)
    return isHolder ? allowed('is the player’s family, by a link') : denied('is not the player’s family')
  }
  if (isForGrownUps(requirement))
    return isForGuardian(access, requirement, subject)
      ? denied('is a child’s own account')
      : can({ access, groups }, requirement.grownUp, subject)
  if (isAnyOf(requirement))
    return subject ? hasAnyFlag(access, subject, requirement.anyOf) : denied('asked about nothing')
  if (typeof requirement === 'object') {
    const role = requirement.staff.find((each) => groups.includes(each))
    return role ? allowed(`is staff, ${role}`) : denied('is not staff')
  }
  if (!subject) return denied('asked about nothing')
  const { playerId } = subject
  if (playerId === undefined)
    return requirement === 'member' ? isMember(access, subject) : hasAnyFlag(access, subject, [requirement])
  const isFamily = (requirement === 'member' || requirement === 'family') && isOwn(access, subject)
  if (isFamily) return allowed('is the player’s family')
  if (requirement === 'family') return hasAnyFlag(access, subject, [editorOf(subject)])
  return hasAnyFlag(access, subject, requirement === 'member' ? flagsOnPeople : [requirement])
}

/**
 * Whether this is left to a parent or guardian, because the caller is a child. A child may see, answer, chat and leave by their own
 * account, but not change who else sees them, health notes, agreements and payments; also not with rights of their own in the club.
 */
export const isForGuardian = (
  { child = false, players }: Access,
  requirement: Can,
  subject: Subject | undefined,
): boolean =>
  child &&
  isForGrownUps(requirement) &&
  (subject?.playerId === undefined ||
    players.some(({ id, also = [] }) => [id, ...also].some((each) => each === subject.playerId)))

/** The flag with which somebody outside of the family may do this. */
const editorOf = ({ eventId, feeId }: Subject): Flag =>
  feeId !== undefined ? 'canEditFees' : eventId === undefined ? 'canEditPlayers' : 'canEditEvents'

/** The guardian's right that is needed. */
const guardianRightFor = ({ eventId, feeId }: Subject): GuardianRight =>
  feeId !== undefined ? 'pays' : eventId === undefined ? 'sees' : 'answers'

/** Whether the subject is of an own player; a fee also under the id of a player who was merged into one. */
const isOwn = (access: Access, subject: Subject) =>
  playersWith(access, guardianRightFor(subject)).some(
    ({ id, also = [] }) =>
      id === subject.playerId || (subject.feeId !== undefined && also.some((each) => each === subject.playerId)),
  )
/** Own players for whom the user has a guardian's right. */
export const playersWith = ({ players }: Pick<Access, 'players'>, right: GuardianRight): AccessPlayer[] =>
  players.filter((player) => hasRight(player, right))

function isMember(access: Access, subject: Subject): Verdict {
  const organization = organizationIn(access, subject)
  const coaches = subject.teamId === undefined && organization?.teams.some(({ flags = [] }) => flags.length > 0)
  if (coaches || flagsOn(access, subject).size > 0) return allowed('administers it')
  const players = [...access.players, ...access.following]
  if (hasPlayerIn(players, subject)) return allowed('has or follows a player in it')
  // A guest from another team, or a player who has left this team and is still invited.
  const { organizationId, eventId } = subject
  if (eventId !== undefined && hasPlayerIn(players, { organizationId }))
    return { ...allowed('has or follows a player who is invited to it'), ifInvited: true }
  return denied('does not belong to it')
}

/** A flag on the organization holds for all its teams and players; one on a team for its events, invites and players. */
function hasAnyFlag(access: Access, subject: Subject, wantedFlags: readonly string[]): Verdict {
  const onOrganization = flagsOn(access, { organizationId: subject.organizationId })
  const heldFlag = [...flagsOn(access, subject)].find((flag) => wantedFlags.includes(flag))
  if (!heldFlag) return denied(`lacks ${wantedFlags.join(' and ')}`)
  // The id of an invite or a fee contains the team: its coach has invited or charged the player.
  const { playerId, eventId, feeId } = subject
  const isKnown = playerId === undefined || eventId !== undefined || feeId !== undefined
  const isOnAll = wantedFlags.some((flag) => onOrganization.has(flag as Flag))
  return isKnown || isOnAll
    ? allowed(`has ${heldFlag}`)
    : { ...allowed(`has ${heldFlag} on the player’s team`), ifOnTeam: true }
}
