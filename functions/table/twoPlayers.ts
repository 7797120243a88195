import { entity } from './entity.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'
import { all, startingWith } from './table.ts'

/** Two similar players who are confirmed to be different. Their ids are sorted, so that each pair is stored once. */
export type TwoPlayers = OrganizationId & { oneId: string; otherId: string; saidAt: string }
type Pair = Omit<TwoPlayers, 'saidAt'>

const rows = entity<TwoPlayers, Pair>('Two players', {
  key: ({ organizationId, oneId, otherId }) => ({
    pk: organizationPartition({ organizationId }),
    sk: `TWO#${oneId}#${otherId}`,
  }),
})

export const twoPlayers = {
  ...rows,
  pairOf: (organizationId: string, a: string, b: string): Pair => {
    const [oneId, otherId] = a < b ? ([a, b] as const) : ([b, a] as const)
    return { organizationId, oneId, otherId }
  },
  /** The confirmed pairs of a club. */
  of: (organizationId: string) =>
    all<TwoPlayers>({ pk: organizationPartition({ organizationId }), ...startingWith('TWO#'), consistent: true }),
}
