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

/** The groups of Touchline's own staff, as the user pool names them. */
export const staffRoles = ['ROLE_SALES', 'ROLE_ADMIN', 'ROLE_ORG_ADMIN', 'ROLE_TRACK'] as const
export type StaffRole = (typeof staffRoles)[number]

/**
 * Who may call a route.
 *   anyone     without signing in
 *   webhook    a provider that signs its requests; the route's own `verify` checks the signature
 *   link       the holder of one of our links made for this purpose, on behalf of the person it was made for:
 *              `{ link: 'answer', at: 'body.token' }`. It is about one thing, which is the subject
 *   signed_in  every account
 *   staff      Touchline staff with one of these roles: `{ staff: ['ROLE_ADMIN'] }`
 *   member     of an organization, team or event: its administrators and coaches, users who have or follow a player in it, and
 *              those of a player invited to that event; of a player: their family, and administrators who may know the players
 *   family     the player's own family; for an invite also users who may edit its event, for a fee those who may edit fees, for
 *              a player those who may edit players
 *   anyOf      the same for users with one of several flags: `{ anyOf: ['canEditBilling', 'canEditAdministrators'] }`
 *   a flag     an administrator who has it on the organization, the team, or the team's organization
 *   grownUp    as given, but not a child's own account: what a parent or guardian does, for a player of theirs or for no
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
/** The purposes of links. The signature covers the purpose, so that no link can be used for another. */
export type LinkPurpose = 'answer' | 'join' | 'unsubscribe'
type ByLink = Extract<Can, { link: LinkPurpose }>
type AnyOf = { anyOf: readonly Flag[] }
const isAnyOf = (can: Can): can is AnyOf => typeof can === 'object' && 'anyOf' in can
type GrownUp = { grownUp: 'signed_in' | 'member' | 'family' }
export const isForGrownUps = (can: Can): can is GrownUp => typeof can === 'object' && 'grownUp' in can

export const isByLink = (can: Can): can is ByLink => typeof can === 'object' && 'link' in can
/** Whether a route is for Touchline staff. */
export const isStaff = (can: Can): boolean => typeof can === 'object' && 'staff' in can
/** Whether a route is called without a token of the user pool. */
export const isOpen = (can: Can): can is 'anyone' | 'webhook' | ByLink =>
  can === 'anyone' || can === 'webhook' || isByLink(can)
/** Whether the right is on something that the route names as its subject. */
export const isAboutSubject = (can: Can): boolean =>
  isForGrownUps(can)
    ? isAboutSubject(can.grownUp)
    : isAnyOf(can) || (!isOpen(can) && can !== 'signed_in' && typeof can === 'string')
/** Who may call, in a few words, for lists of routes. */
export const textOf = (can: Can): string =>
  typeof can === 'string'
    ? can
    : isByLink(can)
      ? `link: ${can.link}`
      : isAnyOf(can)
        ? can.anyOf.join(' or ')
        : isForGrownUps(can)
          ? `${can.grownUp}, no child’s own account`
          : `staff: ${can.staff.join(', ')}`

export type AccessTeam = { id: string; name: string; flags?: Flag[] }
/**
 * Rights that a club may take from a guardian of a player, for families of two homes: to answer for the player; to see and pay
 * what they owe; to see and edit their data, papers and tasks. A guardian without any of them has what a follower has.
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
  /** Ids of players merged into this one, under which their fees were charged and are still paid. */
  also?: readonly string[]
}
export type AccessOrganization = {
  id: string
  name: string
  /** Flags on the organization itself; if present, the user is one of its administrators. */
  flags?: Flag[]
  teams: AccessTeam[]
  academyEnabled?: boolean
  customRegistrationEnabled?: boolean
  /** Its administrators have their rights only if they signed in with a second factor. */
  adminSecondFactor?: boolean
}

/** Everything that a permission check needs, and that the player and team selector shows. */
export type Access = {
  userId: string
  players: AccessPlayer[]
  following: AccessPlayer[]
  organizations: AccessOrganization[]
  /** A child's own account; set where this was looked up. */
  child?: boolean
  /** The clubs that have blocked the user from chat. */
  noChatIn?: readonly { id: string; name: string }[]
  /**
   * The clubs that the user administers without having rights there for lack of a second factor, with the rights they would have.
   */
  heldBackIn?: readonly AccessOrganization[]
}
/** The clubs a user belongs to: those they run, coach in, or have or follow a player in. */
export const clubsOf = ({ organizations, players, following }: Access): string[] => [
  ...new Set([...organizations, ...players, ...following].map(({ id }) => organizationOf(id))),
]
export const noAccess = (userId: string): Access => ({ userId, players: [], following: [], organizations: [] })

export type Caller = { access: Access; groups: readonly string[] }
/**
 * The rule that decided, in words, for the rights matrix and for logs; never shown to the caller. `ifOnTeam`: it holds only if
 * the player is on the subject's team. `ifInvited`: only if one of their players is invited to the subject's event. Neither is in
 * the access, so the server checks.
 */
export type Verdict = { allowed: boolean; because: string; ifOnTeam?: true; ifInvited?: true }

const allowed = (because: string): Verdict => ({ allowed: true, because })
const refused = (because: string): Verdict => ({ allowed: false, because })

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
 * Whether a caller may do this to this subject. Pure: the server refuses with it, the screen disables with it. A flag or
 * membership without a subject is refused, so that a forgotten subject never opens a door.
 */
export function can({ access, groups }: Caller, wanted: Can, subject: Subject | undefined): Verdict {
  if (wanted === 'anyone') return allowed('anyone may')
  if (wanted === 'webhook') return refused('is a person')
  if (wanted === 'signed_in') return allowed('every account may')
  if (isByLink(wanted)) {
    // A user who is no longer the player's family has lost it, whatever they were mailed.
    const holds = subject !== undefined && isOwn(access, subject)
    return holds ? allowed('is the player’s family, by a link') : refused('is not the player’s family')
  }
  if (isForGrownUps(wanted))
    return isForGuardian(access, wanted, subject)
      ? refused('is a child’s own account')
      : can({ access, groups }, wanted.grownUp, subject)
  if (isAnyOf(wanted)) return subject ? hasOne(access, subject, wanted.anyOf) : refused('asked about nothing')
  if (typeof wanted === 'object') {
    const role = wanted.staff.find((each) => groups.includes(each))
    return role ? allowed(`is staff, ${role}`) : refused('is not staff')
  }
  if (!subject) return refused('asked about nothing')
  const { playerId } = subject
  if (playerId === undefined) return wanted === 'member' ? isMember(access, subject) : hasOne(access, subject, [wanted])
  const isFamily = (wanted === 'member' || wanted === 'family') && isOwn(access, subject)
  if (isFamily) return allowed('is the player’s family')
  if (wanted === 'family') return hasOne(access, subject, [editorOf(subject)])
  return hasOne(access, subject, wanted === 'member' ? policies.name.flags : [wanted])
}

/**
 * Whether a parent or guardian has to do it instead of the caller. A child can see, answer, chat and leave with their own
 * account, but not change who sees them, their health notes, consents or payments. A child who also has a right in a club gains
 * none of this for their own players.
 */
export const isForGuardian = ({ child = false, players }: Access, wanted: Can, subject: Subject | undefined): boolean =>
  child &&
  isForGrownUps(wanted) &&
  (subject?.playerId === undefined ||
    players.some(({ id, also = [] }) => [id, ...also].some((each) => each === subject.playerId)))

/** The flag that gives the same right as being family, by what the player has. */
const editorOf = ({ eventId, feeId }: Subject): Flag =>
  feeId !== undefined ? 'canEditFees' : eventId === undefined ? 'canEditPlayers' : 'canEditEvents'

/** The guardian's right that is needed, by what the player has. */
const rightFor = ({ eventId, feeId }: Subject): GuardianRight =>
  feeId !== undefined ? 'pays' : eventId === undefined ? 'sees' : 'answers'

/** A fee charged to a player who was merged into theirs counts as theirs too. */
const isOwn = (access: Access, subject: Subject) =>
  playersWith(access, rightFor(subject)).some(
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
  // Players invited from another team, or taken off this one and still invited.
  const { organizationId, eventId } = subject
  if (eventId !== undefined && hasPlayerIn(players, { organizationId }))
    return { ...allowed('has or follows a player who is invited to it'), ifInvited: true }
  return refused('does not belong to it')
}

/** A flag on the organization applies to all its teams and players; one on a team to its events, invites and players. */
function hasOne(access: Access, subject: Subject, wanted: readonly string[]): Verdict {
  const onOrganization = flagsOn(access, { organizationId: subject.organizationId })
  const has = [...flagsOn(access, subject)].find((flag) => wanted.includes(flag))
  if (!has) return refused(`lacks ${wanted.join(' and ')}`)
  // The id of an invite or a fee contains the player and the team, so the team's coach has invited or charged them.
  const { playerId, eventId, feeId } = subject
  const isKnown = playerId === undefined || eventId !== undefined || feeId !== undefined
  const isOnAll = wanted.some((flag) => onOrganization.has(flag as Flag))
  return isKnown || isOnAll ? allowed(`has ${has}`) : { ...allowed(`has ${has} on the player’s team`), ifOnTeam: true }
}

/** The data about a child. `accepted` is that they come; `answer` is any answer, or none. */
export const childData = [
  'name',
  'roster',
  'picture',
  'accepted',
  'answer',
  'note',
  'birthDate',
  'contacts',
  'medical',
  'file',
  'message',
  'ownField',
] as const
export type ChildDatum = (typeof childData)[number]

/**
 * Who may know what about a child. Their own family knows all of it, except guardians from whom the club has taken that right.
 * Administrators and coaches know what one of their flags on the organization or team is for: billing, creating teams and
 * appointing administrators do not concern children. Teammates are families with a child on the same team, if it shows its
 * roster; followers are those of this child. Health is for users who register players, as it is asked there; leading a team alone
 * does not give access to it.
 */
type Policy = { flags: readonly Flag[]; teammates?: true; followers?: true }
const ofPeople: readonly Flag[] = flags.filter(
  (flag) => flag !== 'canEditBilling' && flag !== 'canAddNewTeams' && flag !== 'canEditAdministrators',
)
const ofAnswers: readonly Flag[] = ['canEditEvents', 'canReceiveAvailabilityEmails']
const policies: Readonly<Record<ChildDatum, Policy>> = {
  name: { flags: ofPeople, teammates: true, followers: true },
  roster: { flags: ofPeople, teammates: true, followers: true },
  picture: { flags: ofPeople, teammates: true, followers: true },
  accepted: { flags: ofPeople, teammates: true },
  answer: { flags: ofAnswers },
  note: { flags: ofAnswers },
  birthDate: { flags: ['canEditPlayers', 'canManageRegistration'] },
  contacts: { flags: ['canEditPlayers', 'canManageRegistration', 'canSendMessages'] },
  medical: { flags: ['canManageRegistration'] },
  file: { flags: ['canEditPlayers', 'canEditTeam'] },
  message: { flags: ['canSendMessages'] },
  ownField: { flags: ['canEditPlayers', 'canManageRegistration'] },
}

/** A user who looks at a team or an organization, and at the children in it. */
export type Viewer = {
  flags: ReadonlySet<Flag>
  /** Own players whose data they may see. */
  own: ReadonlySet<string>
  /** Own players for whom they may answer. */
  answersFor: ReadonlySet<string>
  followed: ReadonlySet<string>
  /** Has an own player there whose data they may see, and the team shows its roster to families. */
  isTeammate: boolean
}
export function viewerOf(access: Access, subject: Subject, { isRosterVisible }: { isRosterVisible: boolean }): Viewer {
  const idsOf = (players: readonly AccessPlayer[]) => new Set(players.map(({ id }) => id))
  return {
    flags: flagsOn(access, subject),
    own: idsOf(playersWith(access, 'sees')),
    answersFor: idsOf(playersWith(access, 'answers')),
    followed: idsOf([...access.following, ...access.players]),
    isTeammate: isRosterVisible && hasPlayerIn(playersWith(access, 'sees'), subject),
  }
}

/** What the right to answer for a player lets a guardian see. */
const ofAnswering: readonly ChildDatum[] = ['accepted', 'answer', 'note']

/** Whether the viewer may know this about a child in the team or organization that they look at. */
export function mayKnow(datum: ChildDatum, viewer: Viewer, playerId: string): boolean {
  const { flags: wanted, teammates = false, followers = false } = policies[datum]
  return (
    viewer.own.has(playerId) ||
    (ofAnswering.includes(datum) && viewer.answersFor.has(playerId)) ||
    wanted.some((flag) => viewer.flags.has(flag)) ||
    (teammates && viewer.isTeammate) ||
    (followers && viewer.followed.has(playerId))
  )
}
