import type { Subject } from './ids.ts'
import {
  type Access,
  type AccessPlayer,
  type Flag,
  flagsOn,
  flagsOnPeople,
  hasPlayerIn,
  playersWith,
} from './permissions.ts'

/** The kinds of data about a child. `accepted`: that they come to an event; `answer`: any answer, also that there is none. */
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
 * Who may see which data about a child. The family sees all of it, except for guardians from whom the club has taken `sees`. Administrators
 * and coaches see what one of their flags on the organization or the team is for. `teammates`: families with a child on the same team,
 * where the team shows its roster; `followers`: users who follow this child. Health notes are for those who manage registrations, where
 * they are asked for; leading a team is not enough.
 */
type Policy = { flags: readonly Flag[]; teammates?: true; followers?: true }
const flagsOnAnswers: readonly Flag[] = ['canEditEvents', 'canReceiveAvailabilityEmails']
const policies: Readonly<Record<ChildDatum, Policy>> = {
  name: { flags: flagsOnPeople, teammates: true, followers: true },
  roster: { flags: flagsOnPeople, teammates: true, followers: true },
  picture: { flags: flagsOnPeople, teammates: true, followers: true },
  accepted: { flags: flagsOnPeople, teammates: true },
  answer: { flags: flagsOnAnswers },
  note: { flags: flagsOnAnswers },
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
  /** The ids of own players with `sees`. */
  ownIds: ReadonlySet<string>
  /** The ids of own players with `answers`. */
  answersFor: ReadonlySet<string>
  followedIds: ReadonlySet<string>
  /** Has an own player there, with `sees`, and the team shows its roster to families. */
  isTeammate: boolean
}
export function viewerOf(access: Access, subject: Subject, { isRosterVisible }: { isRosterVisible: boolean }): Viewer {
  const idsOf = (players: readonly AccessPlayer[]) => new Set(players.map(({ id }) => id))
  return {
    flags: flagsOn(access, subject),
    ownIds: idsOf(playersWith(access, 'sees')),
    answersFor: idsOf(playersWith(access, 'answers')),
    followedIds: idsOf([...access.following, ...access.players]),
    isTeammate: isRosterVisible && hasPlayerIn(playersWith(access, 'sees'), subject),
  }
}

/** What a guardian who answers for a player sees, also without `sees`. */
const dataOfAnswers: readonly ChildDatum[] = ['accepted', 'answer', 'note']

/** Whether a viewer may know this about a child of the team or organization that they look at. */
export function mayKnow(datum: ChildDatum, viewer: Viewer, playerId: string): boolean {
  const { flags: requiredFlags, teammates = false, followers = false } = policies[datum]
  return (
    viewer.ownIds.has(playerId) ||
    (dataOfAnswers.includes(datum) && viewer.answersFor.has(playerId)) ||
    requiredFlags.some((flag) => viewer.flags.has(flag)) ||
    (teammates && viewer.isTeammate) ||
    (followers && viewer.followedIds.has(playerId))
  )
}
