import { organizationAdministrators } from '#functions/table/administrators.ts'
import { myConversations } from '#functions/table/conversations.ts'
import { libraries, libraryPartition } from '#functions/table/libraries.ts'
import { type Me, meOf } from '#functions/table/me.ts'
import { organizationPartition } from '#functions/table/organizations.ts'
import { userPartition } from '#functions/table/profiles.ts'
import { type Flag, flags, flagsOn } from '#shared/permissions.ts'
import type { Club } from '../club.ts'
import { drainWrittenPartitions } from '../tenants.ts'
import { type UserView, type Standing as RightsAndTies, tiesOf } from './ties.ts'

/** Administrators with random rights. */
export const names = ['boss', 'aide', 'lead', 'coach2', 'nobody'] as const

/** The flags of a user at each place. */
type Rights = { club: Flag[]; falcons: Flag[]; otters: Flag[] }
const places = ['club', 'falcons', 'otters'] as const
function rightsOf(club: Club, { access }: Me): Rights {
  const flagsIn = (teamId?: string) => [
    ...flagsOn(access, { organizationId: club.organizationId, ...(teamId && { teamId }) }),
  ]
  return { club: flagsIn(), falcons: flagsIn(club.falcons.teamId), otters: flagsIn(club.otters.teamId) }
}
/**
 * Everyone's rights, and those they may grant: their own and, for those who edit the club's administrators, also rights that no
 * administrator holds any more, which they can claim for all teams.
 */
export type Standing = RightsAndTies & { mayGive: Record<string, Rights> }
/** The administrators plus a guardian and a follower of a player. */
export const allNames = [...names, 'admin', 'parent', 'fan']
/** Reads the rights and ties in a club. */
export function standingReaderOf(club: Club) {
  const cache = new Map<string, Promise<unknown>>()
  const readOnce = <T>(pk: string, read: () => Promise<T>): Promise<T> => {
    const reading = (cache.get(pk) as Promise<T> | undefined) ?? read()
    cache.set(pk, reading)
    return reading
  }
  const readUser = async (userId: string): Promise<UserView> => {
    const [me, talks] = await Promise.all([meOf({ userId }), myConversations.of({ userId }, { consistent: true })])
    return { me, talks }
  }
  /** Reads are cached per partition until something is written there. */
  async function now(): Promise<Standing> {
    for (const pk of drainWrittenPartitions()) cache.delete(pk)
    const [people, rows, library] = await Promise.all([
      Promise.all(
        allNames.map(async (name) => {
          const userId = club.user(name)
          return [name, await readOnce(userPartition({ userId }), () => readUser(userId))] as const
        }),
      ),
      readOnce(organizationPartition(club), () => organizationAdministrators.of(club)),
      readOnce(libraryPartition(club), () => libraries.current(club.organizationId)),
    ])
    const all = people.map(([name, { me }]) => [name, rightsOf(club, me)] as const)
    const heldFlags = rows.flatMap((row) => row.flags)
    const unheld = flags.filter((flag) => !heldFlags.includes(flag))
    const withUnheld = (rights: Rights): Rights =>
      rights.club.includes('canEditAdministrators')
        ? {
            club: [...rights.club, ...unheld],
            falcons: [...rights.falcons, ...unheld],
            otters: [...rights.otters, ...unheld],
          }
        : rights
    return {
      may: Object.fromEntries(all),
      mayGive: Object.fromEntries(all.map(([name, rights]) => [name, withUnheld(rights)])),
      ties: tiesOf(people, library),
    }
  }
  return {
    now,
    /** Reads everything again. */
    anew: () => {
      cache.clear()
      return now()
    },
  }
}
export const rightsIn = (all: Record<string, Rights>, name: string): Rights =>
  all[name] ?? { club: [], falcons: [], otters: [] }
/** Users who gained rights that they did not have and that are not among `rights`. */
export const addedBeyond = (before: Standing, after: Standing, rights: Rights): string[] =>
  Object.keys(after.may).filter((name) => {
    const [rightsBefore, rightsAfter] = [rightsIn(before.may, name), rightsIn(after.may, name)]
    return places.some((place) =>
      rightsAfter[place].some((flag) => !rightsBefore[place].includes(flag) && !rights[place].includes(flag)),
    )
  })
