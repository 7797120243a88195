import { entity } from './entity.ts'
import { type OrganizationId, organizationPartition, organizationPartitionOf } from './organizations.ts'
import { all, startingWith } from './table.ts'

/** A word by which a club sorts its players. The players that have it repeat it. */
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
 * How many a club has made, written with each: of two that are made at once the later one looks anew, so that none is made twice by one
 * name, and no more than there can be.
 */
export const tagCounts = entity<{ made: number }, OrganizationId>('Tag count', {
  key: (id) => ({ pk: organizationPartition(id), sk: 'TAGS' }),
})
