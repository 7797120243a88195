import { entity } from './entity.ts'
import { organizationPartition, organizationPartitionOf } from './organizations.ts'
import { type Range, startingWith } from './table.ts'

/** A player of an organization who is on no team, with a copy of their name. Added and removed with the player's teams. */
export type UnassignedPlayer = { playerId: string; firstName: string; lastName: string }

export const unassignedPlayers = {
  ...entity<UnassignedPlayer, { playerId: string }>('Unassigned player', {
    key: ({ playerId }) => ({
      pk: organizationPartitionOf(playerId),
      sk: `UNASSIGNED#${playerId}`,
    }),
  }),
  of: (organizationId: string): Range => ({
    pk: organizationPartition({ organizationId }),
    ...startingWith('UNASSIGNED#'),
    consistent: true,
  }),
}
