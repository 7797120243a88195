import { randomBytes } from 'node:crypto'
import type { session } from '#shared/api/session.ts'
import { addHours } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { loosePictures } from '../table/loosePictures.ts'
import { noPicture, pictureNameOf, type Profile, profiles } from '../table/profiles.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifAttributeUnchanged, type Stamp } from '../table/writes.ts'
import { deleteAvatar, storeAvatar } from './avatarStore.ts'
import { profileOf } from './profileOf.ts'

/**
 * Stores the caller's picture under a new random name. The order is: note the name, so that a picture left over by an interrupted call is
 * deleted later; store the picture; put the name into the profile, so that a profile never names a missing picture.
 */
export async function putAvatar(call: CallOf<typeof session, 'PUT /rest-api/session/avatar'>) {
  const { userId, body, stamp } = call
  const { smallPicture } = await import('../media/smallPicture.ts')
  const jpeg = smallPicture(body.jpeg)
  const name = randomBytes(nameLength).toString('base64url')
  await reserveName(stamp, userId, name)
  await storeAvatar(name, jpeg)
  const profile = await replacePicture(stamp, userId, name)
  // The account was erased meanwhile.
  if (!profile) await deleteAvatar(name)
  return profileOf(call, profile)
}

/** Removes the caller's picture: from the profile first, so that no screen requests a deleted picture. */
export const removeAvatar = async (call: CallOf<typeof session, 'DELETE /rest-api/session/avatar'>) =>
  profileOf(call, await replacePicture(call.stamp, call.userId, undefined))

/** Random bytes in a name, for an unguessable URL. */
const nameLength = 17
/** The most hours from noting a name to the profile using it. */
const reservationHours = 24

/** Notes the name of a picture before it is stored; creates a profile if there is none. */
const reserveName = (stamp: Stamp, userId: string, name: string): Promise<unknown> =>
  retryOnConflict(async () => {
    const profile = await profiles.get({ userId }, { consistent: true })
    const until = addHours(stamp.at, reservationHours)
    const profileWrites = profile ? [] : [profiles.create({ userId, email: '', firstName: '', lastName: '' })]
    return write(stamp, loosePictures.create({ userId, name, state: 'comes', until }), ...profileWrites)
  })

/**
 * Sets the profile's picture, or none, and deletes the previous one: at once, and if that fails, by the worker triggered by its
 * name. Concurrent changes on several devices follow one another, so that one picture is left. Undefined if there is no profile.
 */
const replacePicture = (stamp: Stamp, userId: string, name: string | undefined): Promise<Profile | undefined> =>
  retryOnConflict(async () => {
    const profile = await profiles.get({ userId }, { consistent: true })
    if (!profile) return undefined
    const { avatarName } = profile
    const previousName = pictureNameOf(profile)
    if (name === previousName) return profile
    const set = name === undefined ? noPicture : { avatarName: name, avatarAt: stamp.at }
    await write(
      stamp,
      profiles.change({ userId }, { set, when: [ifAttributeUnchanged('avatarName', avatarName)] }),
      ...(name === undefined ? [] : [loosePictures.remove({ userId, name }, 'conflict')]),
      ...(previousName === undefined
        ? []
        : [loosePictures.upsert({ userId, name: previousName }, { set: { state: 'goes', until: stamp.at } })]),
    )
    if (previousName !== undefined) await deleteAvatar(previousName)
    return { ...profile, ...set }
  }, maxAttempts)
/** How often a change yields to concurrent ones. */
const maxAttempts = 20
