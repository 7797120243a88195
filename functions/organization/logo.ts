import type { organization } from '#shared/api/organization.ts'
import { deleteObject, putObject } from '../bucket.ts'
import type { CallOf } from '../serve.ts'
import { smallPicture } from '../smallPicture.ts'
import { organizations } from '../table/organizations.ts'
import { update } from '../table/table.ts'
import { organizationNow, shown } from './settings.ts'

type Api = typeof organization

/** How long a browser and the edge may keep it, in seconds. Its address changes with it. */
const day = 24 * 60 * 60
const keyOf = (organizationId: string) => `avatar/${organizationId}`

/** The picture first, then its version: whoever reads an address with a version finds that picture. */
export async function putLogo({
  params: { orgId: organizationId },
  body,
  stamp,
  me,
}: CallOf<Api, 'PUT /rest-api/organization/logo/{orgId}'>) {
  const jpeg = smallPicture(body.jpeg)
  await organizationNow(organizationId)
  await putObject(keyOf(organizationId), jpeg, {
    'content-type': 'image/jpeg',
    'cache-control': `public, max-age=${day}`,
  })
  return shown(await update(stamp, organizations.change({ organizationId }, { set: { logoAt: stamp.at } })), await me)
}

/** The version first, so that no screen asks for a picture that is gone. */
export async function removeLogo({
  params: { orgId: organizationId },
  stamp,
  me,
}: CallOf<Api, 'DELETE /rest-api/organization/logo/{orgId}'>) {
  await organizationNow(organizationId)
  const none = organizations.change({ organizationId }, { set: { logoAt: undefined } })
  await update(stamp, none)
  await deleteObject(keyOf(organizationId))
  // One that was put up between the two went with it: its version would be the address of nothing.
  return shown(await update(stamp, none), await me)
}
