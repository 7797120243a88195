import type { PageLink } from '#shared/rules/links.ts'
import { entity } from './entity.ts'
import { organizationPartitionOf } from './organizations.ts'

/** The external links of an organization or a team, in its own order. */
export const links = entity<{ links: PageLink[] }, { orgUnitId: string }>('Links', {
  key: ({ orgUnitId }) => ({
    pk: organizationPartitionOf(orgUnitId),
    sk: `LINKS#${orgUnitId}`,
  }),
})
