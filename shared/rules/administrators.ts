import { type Flag, flags } from '../permissions.ts'
import type { ProblemCode } from '../problems.ts'

/** Flags that only apply to a whole club. */
const ofClubsOnly: readonly Flag[] = ['canEditBilling', 'canAddNewTeams']
/** The flags that can be given on an organization, or on a team. */
export const flagsFor = (unit: 'organization' | 'team'): readonly Flag[] =>
  unit === 'organization' ? flags : flags.filter((flag) => !ofClubsOnly.includes(flag))

/** Preset roles; each flag can then be changed separately. */
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
  own: ReadonlySet<Flag>
  before: readonly Flag[]
  /** Empty if the administrator is removed. */
  after: readonly Flag[]
  /** The user changes their own flags. */
  isSelf: boolean
  /** Flags on the club that none of its administrators has; empty for a team. */
  unheld?: ReadonlySet<Flag>
}

/**
 * Why these flags cannot be changed: users give and take only flags that they have themselves; of their own, they can give up
 * any. A flag that nobody has any more can be given by those who edit the club's administrators, also to themselves: otherwise
 * the club would lose it for good.
 */
export function whyCannotChangeFlags({ own, before, after, isSelf, unheld }: Change): ProblemCode | undefined {
  const edits = own.has('canEditAdministrators')
  if (!edits && !isSelf) return 'not_allowed'
  const given = after.filter((flag) => !before.includes(flag) && !(edits && unheld?.has(flag)))
  const taken = before.filter((flag) => !after.includes(flag))
  const touched = isSelf ? given : [...given, ...taken]
  return touched.every((flag) => own.has(flag)) ? undefined : 'beyond_rights'
}

/** The flags that none of these has. */
export const unheldBy = (held: readonly (readonly Flag[])[]): ReadonlySet<Flag> =>
  new Set(flags.filter((flag) => !held.some((each) => each.includes(flag))))
