import { randomUUID } from 'node:crypto'
import type { session } from '#shared/api/session.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { type Profile, profiles } from '../table/map.ts'
import { update, write } from '../table/table.ts'
import { deleteAvatar, storeAvatar } from './avatarStore.ts'
import { jpegSize } from './jpeg.ts'
import { profileOf } from './profileOf.ts'

/** The most pixels that a picture is wide or high. */
const mostPixels = 200

/**
 * Puts up one's own picture: first the picture, under a name of its own, then its name in the profile, and then the one
 * goes that it has replaced. Whatever other devices do meanwhile, the picture that the profile names is there.
 */
export async function putAvatar(call: CallOf<typeof session, 'PUT /rest-api/session/avatar'>) {
  const jpeg = Buffer.from(call.body.jpeg, 'base64')
  const { width = 0, height = 0 } = jpegSize(jpeg) ?? {}
  if (width < 1 || height < 1 || width > mostPixels || height > mostPixels) throw new Problem('not_a_picture')
  const avatar = randomUUID().slice(0, 18)
  await storeAvatar(call.userId, avatar, jpeg)
  return replaceAvatar(call, avatar)
}

/** Takes one's own picture down. */
export const removeAvatar = (call: CallOf<typeof session, 'DELETE /rest-api/session/avatar'>) =>
  replaceAvatar(call, undefined)

/** Notes which picture is up, and deletes the one that was. */
async function replaceAvatar(call: Caller, avatar: string | undefined) {
  const before = await noteAvatar(call.userId, avatar)
  if (before?.avatar && before.avatar !== avatar) await deleteAvatar(call.userId, before.avatar)
  return profileOf(call, { ...before, avatar })
}
type Caller = Parameters<typeof profileOf>[0]

/** Gives the profile as it was before; one that is not there is made when there is something to note. */
async function noteAvatar(userId: string, avatar: string | undefined): Promise<Profile | undefined> {
  try {
    return await update<Profile>(profiles.change({ userId }, { set: { avatar } }, 'not_found'), 'ALL_OLD')
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'not_found') throw error
    if (avatar) await write(profiles.create({ userId, email: '', firstName: '', lastName: '', avatar }))
    return undefined
  }
}
