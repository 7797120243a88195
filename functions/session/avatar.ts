import type { session } from '#shared/api/session.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { update, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { deleteAvatar, storeAvatar } from './avatarStore.ts'
import { profileOf } from './profileOf.ts'

/**
 * Puts up one's own picture. The picture first, then its version in the profile: whoever reads an address with a version
 * finds that picture, or one that another device puts up at the same time. Another device may also have taken down, between
 * the two, what it did not know of: so the picture is stored once more, and goes again where none is named by then.
 */
export async function putAvatar(call: CallOf<typeof session, 'PUT /rest-api/session/avatar'>) {
  const { userId, body, stamp } = call
  const { smallPicture } = await import('../smallPicture.ts')
  const jpeg = smallPicture(body.jpeg)
  await storeAvatar(userId, jpeg)
  await noteAvatar(stamp, userId, stamp.at)
  await storeAvatar(userId, jpeg)
  const profile = await profiles.get({ userId }, { consistent: true })
  return profile?.avatarAt ? profileOf(call, profile) : removeAvatar(call)
}

/**
 * Takes one's own picture down. The profile first, so that no screen asks for a picture that is gone. One that another
 * device has put up meanwhile may have gone with it, so it is taken down too: what the profile names is always there.
 */
export async function removeAvatar(
  call: Pick<CallOf<typeof session, 'DELETE /rest-api/session/avatar'>, 'userId' | 'groups' | 'stamp'>,
) {
  const { userId, stamp } = call
  let profile: Profile | undefined
  do {
    await noteAvatar(stamp, userId, undefined)
    await deleteAvatar(userId)
    profile = await profiles.get({ userId }, { consistent: true })
  } while (profile?.avatarAt)
  return profileOf(call, profile)
}

/** The profile with the instant of its picture; one that is not there is made when there is something to note. */
async function noteAvatar(stamp: Stamp, userId: string, avatarAt: string | undefined): Promise<Profile | undefined> {
  const change = profiles.change({ userId }, { set: { avatarAt } }, 'not_found')
  try {
    return await update(stamp, change)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    if (!avatarAt) return undefined
    const made = { userId, email: '', firstName: '', lastName: '', avatarAt }
    await write(stamp, profiles.create(made))
    return made
  }
}
