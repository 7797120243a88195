import { entity } from './entity.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'
import { all, startingWith } from './table.ts'

/** Two similar players who are confirmed to be different. Their ids are sorted, so that each pair is stored once. */
export type DistinctPair = OrganizationId & { oneId: string; otherId: string; saidAt: string }
type Pair = Omit<DistinctPair, 'saidAt'>

const rows = entity<DistinctPair, Pair>('Two players', {
  key: ({ organizationId, oneId, otherId }) => ({
    pk: organizationPartition({ organizationId }),
    sk: `TWO#${oneId}#${otherId}`,
  }),
})

export const distinctPairs = {
  ...rows,
  pairOf: (organizationId: string, a: string, b: string): Pair => {
    const [oneId, otherId] = a < b ? ([a, b] as const) : ([b, a] as const)
    return { organizationId, oneId, otherId }
  },
  /** The confirmed pairs of a club. */
  of: (organizationId: string) =>
    all<DistinctPair>({ pk: organizationPartition({ organizationId }), ...startingWith('TWO#'), consistent: true }),
}
