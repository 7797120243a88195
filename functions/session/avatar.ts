import { randomBytes } from 'node:crypto'
import type { session } from '#shared/api/session.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { type Profile, profiles } from '../table/profiles.ts'
import { untilSettled, update, write } from '../table/table.ts'
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
  const name = await nameOf(stamp, userId)
  await storeAvatar(name, jpeg)
  await noteAvatar(stamp, userId, stamp.at)
  await storeAvatar(name, jpeg)
  const profile = await profiles.get({ userId }, { consistent: true })
  if (profile?.avatarAt) return profileOf(call, profile)
  // Also where the profile, which knew its name, has been erased.
  await deleteAvatar(name)
  return removeAvatar(call)
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
    const noted = await noteAvatar(stamp, userId, undefined)
    if (noted?.avatarName) await deleteAvatar(noted.avatarName)
    await deleteAvatar(userId)
    profile = await profiles.get({ userId }, { consistent: true })
  } while (profile?.avatarAt)
  return profileOf(call, profile)
}

/** A name takes this many random bytes: an address that nobody guesses. */
const nameLength = 17

/**
 * The name of one's pictures, the same for all of them. It is noted before anything lies there, so that whatever does is found by
 * who takes it down or erases it. A picture from before there were names is not shown any more from then on, and goes.
 */
const nameOf = (stamp: Stamp, userId: string): Promise<string> =>
  untilSettled(async () => {
    const profile = await profiles.get({ userId }, { consistent: true })
    if (profile?.avatarName) return profile.avatarName
    const avatarName = randomBytes(nameLength).toString('base64url')
    if (!profile) {
      await write(stamp, profiles.create({ userId, email: '', firstName: '', lastName: '', avatarName }))
      return avatarName
    }
    const set = { avatarName, avatarAt: undefined }
    await update(stamp, profiles.change({ userId }, { set, when: [['avatarName', 'not exists']] }))
    await deleteAvatar(userId)
    return avatarName
  })

/** The profile with the instant of its picture; undefined where there is none. */
async function noteAvatar(stamp: Stamp, userId: string, avatarAt: string | undefined): Promise<Profile | undefined> {
  try {
    return await update(stamp, profiles.change({ userId }, { set: { avatarAt } }, 'not_found'))
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    return undefined
  }
}
