import { type Flag, flags } from '../permissions.ts'
import type { ProblemCode } from '../problems.ts'

/** Flags that only apply to a whole club. */
const ofClubsOnly: readonly Flag[] = ['canEditBilling', 'canAddNewTeams']
/** The rights that exist on an organization, or on a team. */
export const flagsFor = (unit: 'organization' | 'team'): readonly Flag[] =>
  unit === 'organization' ? flags : flags.filter((flag) => !ofClubsOnly.includes(flag))

/** Presets of rights; each right can then be changed individually. */
export const readyMade = {
  manager: [
    'canEditPlayers',
    'canEditTeam',
    'canEditEvents',
    'canEditAdministrators',
    'canSendMessages',
    'canReceiveAvailabilityEmails',
    'chatEnabled',
    'canAddNewTeams',
  ],
  coach: ['canEditPlayers', 'canEditEvents', 'canSendMessages', 'canReceiveAvailabilityEmails', 'chatEnabled'],
  treasurer: ['canEditFees', 'canEditBilling', 'canSendMessages'],
  registrar: ['canEditPlayers', 'canManageRegistration', 'canSendMessages'],
} as const satisfies Record<string, readonly Flag[]>

type Change = {
  /** The flags of the user who makes the change. */
  ownFlags: ReadonlySet<Flag>
  before: readonly Flag[]
  /** Empty if the administrator is removed. */
  after: readonly Flag[]
  /** The user changes their own flags. */
  isSelf: boolean
  /** Flags on the club that none of its administrators has; empty for a team. */
  unheld?: ReadonlySet<Flag>
}

/**
 * Why a user cannot make this change of rights; undefined if they can. One can give to and take from others only rights that one has, and
 * give up any of one's own. A right that nobody has any more (`unheld`) can be given by who may edit the club's administrators, also to
 * themselves: otherwise the club would have lost it.
 */
export function whyCannotChangeFlags({ ownFlags, before, after, isSelf, unheld }: Change): ProblemCode | undefined {
  const edits = ownFlags.has('canEditAdministrators')
  if (!edits && !isSelf) return 'not_allowed'
  const granted = after.filter((flag) => !before.includes(flag) && !(edits && unheld?.has(flag)))
  const removed = before.filter((flag) => !after.includes(flag))
  const changed = isSelf ? granted : [...granted, ...removed]
  return changed.every((flag) => ownFlags.has(flag)) ? undefined : 'beyond_rights'
}

/** The flags that none of these has. */
export const flagsHeldByNobody = (flagLists: readonly (readonly Flag[])[]): ReadonlySet<Flag> =>
  new Set(flags.filter((flag) => !flagLists.some((each) => each.includes(flag))))
