import { type Access, can, type Can } from '../permissions.ts'
import { subjectOf } from '../ids.ts'
import type { TokenArea } from './tokens.ts'

/**
 * What programs are told of: that something of a kind was added, has changed or is gone, by its id and nothing more. Whoever may
 * not read that kind of thing hears nothing of it.
 */
const rights = {
  event: 'member',
  team: 'member',
  /** The id is that of the team whose roster it is. */
  roster: 'member',
  player: 'member',
  fee: 'family',
  registration: 'canManageRegistration',
  registrationEntry: 'canManageRegistration',
} as const satisfies Record<string, Can>
export type ChangeKind = keyof typeof rights
export const changeKinds = Object.keys(rights) as ChangeKind[]

export const changeVerbs = ['added', 'changed', 'removed'] as const
export type ChangeVerb = (typeof changeVerbs)[number]

/** Which area a token needs to be told of a kind, beside `changes`: the one by which it reads what that is. */
const areas: Readonly<Record<ChangeKind, TokenArea>> = {
  event: 'calendar',
  team: 'rosters',
  roster: 'rosters',
  player: 'rosters',
  fee: 'fees',
  registration: 'registrations',
  registrationEntry: 'registrations',
}
/** Whether an access token with these areas receives changes of a kind; without a token all kinds. */
export const isWithin = (reach: readonly string[] | undefined, kind: ChangeKind): boolean =>
  reach === undefined || reach.includes(areas[kind])

/** Whether a user may read the changed object by their own rights; rights that depend on a player's team or invites do not count. */
export function mayHearOf(access: Access, kind: ChangeKind, objectId: string): boolean {
  const { allowed, ifOnTeam, ifInvited } = can({ access, groups: [] }, rights[kind], subjectOf(objectId))
  return allowed && !ifOnTeam && !ifInvited
}
