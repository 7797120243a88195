import type { organization } from '#shared/api/organization.ts'
import { deleteObject, putObject } from '../media/bucket.ts'
import type { CallOf } from '../serve.ts'
import { smallPicture } from '../media/smallPicture.ts'
import { organizations } from '../table/organizations.ts'
import { retryOnConflict, update } from '../table/table.ts'
import { ifAttributeUnchanged } from '../table/writes.ts'
import { logoKeyOf, requireOrganization, organizationCard } from './settings.ts'

type Api = typeof organization

/** How long browsers and the edge may cache it, in seconds: each logo has its own URL. */
const daySeconds = 24 * 60 * 60

/** Stores the logo: the file first, then its name at the club, so that a club never names a missing file. */
export async function putLogo(call: CallOf<Api, 'PUT /rest-api/organization/logo/{orgId}'>) {
  const { params, body, stamp } = call
  const jpeg = smallPicture(body.jpeg)
  await requireOrganization(params.orgId)
  await putObject(logoKeyOf(params.orgId, stamp.at), jpeg, {
    'content-type': 'image/jpeg',
    'cache-control': `public, max-age=${daySeconds}`,
  })
  return replaceLogo(call, stamp.at)
}

/** Removes the logo: its name at the club first, so that no screen requests a deleted file. */
export const removeLogo = (call: CallOf<Api, 'DELETE /rest-api/organization/logo/{orgId}'>) =>
  replaceLogo(call, undefined)

/**
 * Sets the logo of this instant, or none, and deletes the previous one. Concurrent changes follow one another, so that one logo
 * is left; a late one does not delete another's.
 */
const replaceLogo = ({ params: { orgId: organizationId }, stamp, me }: LogoCall, logoAt: string | undefined) =>
  retryOnConflict(async () => {
    const { logoAt: previousLogoAt } = await requireOrganization(organizationId)
    const when = [ifAttributeUnchanged('logoAt', previousLogoAt)]
    const updated = await update(stamp, organizations.change({ organizationId }, { set: { logoAt }, when }))
    if (previousLogoAt !== undefined && previousLogoAt !== logoAt)
      await deleteObject(logoKeyOf(organizationId, previousLogoAt))
    return organizationCard(updated, await me)
  }, maxAttempts)
/** How often a change yields to concurrent ones. */
const maxAttempts = 20

type LogoCall = Pick<CallOf<Api, 'DELETE /rest-api/organization/logo/{orgId}'>, 'params' | 'stamp' | 'me'>
