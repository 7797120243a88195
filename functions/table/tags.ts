import { entity } from './entity.ts'
import { type OrganizationId, organizationPartition, organizationPartitionOf } from './organizations.ts'
import { all, startingWith } from './table.ts'

/** A tag for a club's players, copied to each player who has it. */
export type Tag = { tagId: string; name: string }

export const tags = {
  ...entity<Tag, { tagId: string }>('Tag', {
    key: ({ tagId }) => ({
      pk: organizationPartitionOf(tagId),
      sk: `TAG#${tagId}`,
    }),
  }),
  of: (organizationId: string) =>
    all<Tag>({ pk: organizationPartition({ organizationId }), ...startingWith('TAG#'), consistent: true }),
}

/**
 * How many tags a club has created, written with each: of two concurrent ones the later conflicts and is retried, so that a name
 * is not created twice and the limit holds.
 */
export const tagCounts = entity<{ made: number }, OrganizationId>('Tag count', {
  key: (id) => ({ pk: organizationPartition(id), sk: 'TAGS' }),
})
