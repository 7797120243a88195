import { pictureNameOf, profiles } from '../table/profiles.ts'
import { idIn, worker } from '../worker.ts'
import { deleteAvatar } from './avatarStore.ts'

/** Deletes a picture from the bucket that its owner's profile does not name. Names are never reused, so it cannot be named later.
 */
export const handler = worker(async ({ pk, sk }) => {
  const [userId, name] = [idIn(pk), idIn(sk)]
  const profile = await profiles.get({ userId }, { consistent: true })
  if (profile && pictureNameOf(profile) === name) return 'is named'
  await deleteAvatar(name)
  return 'gone'
})
