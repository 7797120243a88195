import { type Access, can, type Can } from '../permissions.ts'
import { subjectOf } from '../ids.ts'
import type { TokenArea } from './tokens.ts'

/**
 * The changes that programs are notified of: that something of a kind was added, changed or removed, with its id and nothing
 * more; with the right to read that kind, without which they are not notified.
 */
const rights = {
  event: 'member',
  team: 'member',
  /** The id is the team's. */
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

/** The token area needed per kind, beside `changes`: the one that reads it. */
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
export const isWithin = (tokenAreas: readonly string[] | undefined, kind: ChangeKind): boolean =>
  tokenAreas === undefined || tokenAreas.includes(areas[kind])

/** Whether a user may read the changed object by their own rights; rights that depend on a player's team or invites do not count. */
export function mayReceiveChange(access: Access, kind: ChangeKind, objectId: string): boolean {
  const { allowed, ifOnTeam, ifInvited } = can({ access, groups: [] }, rights[kind], subjectOf(objectId))
  return allowed && !ifOnTeam && !ifInvited
}
