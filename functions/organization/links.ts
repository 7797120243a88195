import type { organization } from '#shared/api/organization.ts'
import { organizationOf } from '#shared/ids.ts'
import { linksFaults } from '#shared/rules/links.ts'
import type { CallOf } from '../serve.ts'
import { links } from '../table/links.ts'
import { update } from '../table/table.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import { unitOf } from './unitOf.ts'

export async function listLinks({
  params: { orgUnitId },
}: CallOf<typeof organization, 'GET /rest-api/organization/links/{orgUnitId}'>) {
  const organizationId = organizationOf(orgUnitId)
  const [{ name }, ownLinks, clubLinks] = await Promise.all([
    unitOf(orgUnitId),
    links.get({ orgUnitId }, { consistent: true }),
    orgUnitId === organizationId ? undefined : links.get({ orgUnitId: organizationId }),
  ])
  return { name, links: ownLinks?.links ?? [], ofClub: clubLinks?.links ?? [], revision: ownLinks?.version ?? 0 }
}

export async function changeLinks({
  params: { orgUnitId },
  body: { links: list, revision },
  stamp,
}: CallOf<typeof organization, 'PUT /rest-api/organization/links/{orgUnitId}'>) {
  refuseFaults(linksFaults(list))
  await unitOf(orgUnitId)
  const when = [['version', '=', revision]] as const
  const { version } = await update(stamp, links.upsert({ orgUnitId }, { set: { links: list }, when }))
  return { revision: version }
}
