import { organizationOf } from '#shared/ids.ts'
import { entity } from './entity.ts'
import { organizationPartition } from './organizations.ts'
import { all, startingWith } from './table.ts'

/** A word by which a club sorts its players. The players that have it repeat it. */
export type Tag = { tagId: string; name: string }

export const tags = {
  ...entity<Tag, { tagId: string }>('Tag', {
    key: ({ tagId }) => ({
      pk: organizationPartition({ organizationId: organizationOf(tagId) }),
      sk: `TAG#${tagId}`,
    }),
  }),
  of: (organizationId: string) =>
    all<Tag>({ pk: organizationPartition({ organizationId }), ...startingWith('TAG#'), consistent: true }),
}
