import { entity } from './entity.ts'
import { type User, userPartition } from './profiles.ts'
import { all, startingWith } from './table.ts'
import type { Write } from './writes.ts'

/**
 * A former connection of a person: a player whose family they were, a club or team that they administered, or a registration that
 * they filled in. What they did there remains. `accessTakenAt`: when the club or the family last took their access to the player, or they
 * left while their rights were limited; cleared when they are let in again as family.
 */
export type LeftPlace = { id: string; is: 'player' | 'unit' | 'registration'; accessTakenAt?: string }
const rows = entity<LeftPlace, User & { id: string }>('Left place', {
  key: ({ userId, id }) => ({ pk: userPartition({ userId }), sk: `LEFT-PLACE#${id}` }),
})
export const leftPlaces = {
  ...rows,
  of: (id: User) => all<LeftPlace>({ pk: userPartition(id), ...startingWith('LEFT-PLACE#'), consistent: true }),
  /** Written in the transaction in which they leave; for a registration, in which they start. */
  record: ({ userId, ...place }: LeftPlace & User): Write => rows.upsert({ userId, id: place.id }, { set: place }),
}
