import { organizationAdministrators } from '#functions/table/administrators.ts'
import { myConversations } from '#functions/table/conversations.ts'
import { libraries, libraryPartition } from '#functions/table/libraries.ts'
import { type Me, meOf } from '#functions/table/me.ts'
import { organizationPartition } from '#functions/table/organizations.ts'
import { userPartition } from '#functions/table/profiles.ts'
import { type Flag, flags, flagsOn } from '#shared/permissions.ts'
import type { Club } from '../club.ts'
import { drainWrittenPartitions } from '../tenants.ts'
import { type Seen, type Standing as Stands, tiesOf } from './ties.ts'

/** Administrators with random rights. */
export const names = ['boss', 'aide', 'lead', 'coach2', 'nobody'] as const

/** The flags of a user at each place. */
type Rights = { club: Flag[]; falcons: Flag[]; otters: Flag[] }
const places = ['club', 'falcons', 'otters'] as const
function rightsOf(club: Club, { access }: Me): Rights {
  const of = (teamId?: string) => [
    ...flagsOn(access, { organizationId: club.organizationId, ...(teamId && { teamId }) }),
  ]
  return { club: of(), falcons: of(club.falcons.teamId), otters: of(club.otters.teamId) }
}
/**
 * Everyone's rights, and those they may grant: their own and, for those who edit the club's administrators, also rights that no
 * administrator holds any more, which they can claim for all teams.
 */
export type Standing = Stands & { mayGive: Record<string, Rights> }
/** The administrators plus a guardian and a follower of a player. */
export const everybody = [...names, 'admin', 'parent', 'fan']
/** Reads the rights and ties in a club. */
export function standingsIn(club: Club) {
  const known = new Map<string, Promise<unknown>>()
  const once = <T>(pk: string, read: () => Promise<T>): Promise<T> => {
    const reading = (known.get(pk) as Promise<T> | undefined) ?? read()
    known.set(pk, reading)
    return reading
  }
  const see = async (userId: string): Promise<Seen> => {
    const [me, talks] = await Promise.all([meOf({ userId }), myConversations.of({ userId }, { consistent: true })])
    return { me, talks }
  }
  /** Reads are cached per partition until something is written there. */
  async function now(): Promise<Standing> {
    for (const pk of drainWrittenPartitions()) known.delete(pk)
    const [people, rows, library] = await Promise.all([
      Promise.all(
        everybody.map(async (name) => {
          const userId = club.user(name)
          return [name, await once(userPartition({ userId }), () => see(userId))] as const
        }),
      ),
      once(organizationPartition(club), () => organizationAdministrators.of(club)),
      once(libraryPartition(club), () => libraries.current(club.organizationId)),
    ])
    const all = people.map(([name, { me }]) => [name, rightsOf(club, me)] as const)
    const held = rows.flatMap((row) => row.flags)
    const unheld = flags.filter((flag) => !held.includes(flag))
    const withUnheld = (own: Rights): Rights =>
      own.club.includes('canEditAdministrators')
        ? { club: [...own.club, ...unheld], falcons: [...own.falcons, ...unheld], otters: [...own.otters, ...unheld] }
        : own
    return {
      may: Object.fromEntries(all),
      mayGive: Object.fromEntries(all.map(([name, own]) => [name, withUnheld(own)])),
      ties: tiesOf(people, library),
    }
  }
  return {
    now,
    /** Reads everything again. */
    anew: () => {
      known.clear()
      return now()
    },
  }
}
export const rightsIn = (all: Record<string, Rights>, name: string): Rights =>
  all[name] ?? { club: [], falcons: [], otters: [] }
/** Users who gained rights that they did not have and that are not among `rights`. */
export const beyond = (before: Standing, after: Standing, rights: Rights): string[] =>
  Object.keys(after.may).filter((name) => {
    const [had, has] = [rightsIn(before.may, name), rightsIn(after.may, name)]
    return places.some((place) =>
      has[place].some((flag) => !had[place].includes(flag) && !rights[place].includes(flag)),
    )
  })
