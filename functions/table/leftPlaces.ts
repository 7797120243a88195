import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { all, startingWith } from './table.ts'
import type { Write } from './writes.ts'

/**
 * Where somebody was once: a player whose family they were, a club or team that they ran, or a registration for which they
 * filled something in. What they did there stays there.
 */
export type LeftPlace = { id: string; is: 'player' | 'unit' | 'registration' }
const rows = entity<LeftPlace, User & { id: string }>('Left place', {
  key: ({ userId, id }) => ({ pk: userPartition({ userId }), sk: `LEFT-PLACE#${id}` }),
})
export const leftPlaces = {
  ...rows,
  of: (id: User) => all<LeftPlace>({ pk: userPartition(id), ...startingWith('LEFT-PLACE#'), consistent: true }),
  /** Written in the transaction by which they leave; of a registration, by which they begin. */
  keep: ({ userId, ...place }: LeftPlace & User): Write => rows.upsert({ userId, id: place.id }, { set: place }),
}
