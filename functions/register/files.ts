import type { register } from '#shared/api/register.ts'
import { organizationOf, playerOf, registrationOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { whyCannotNameFile } from '#shared/rules/files.ts'
import { putObject } from '../media/bucket.ts'
import { fileLink } from '../media/fileLink.ts'
import { typeOf } from '../media/typeOf.ts'
import { withoutMetadata } from '../media/withoutMetadata.ts'
import { newId } from '../table/newId.ts'
import type { CallOf } from '../serve.ts'
import { jpegSize } from '../media/jpegSize.ts'
import { type File, fileCounts, files, unattachedHours } from '../table/files.ts'
import { registrationDrafts } from '../table/registrationEntries.ts'
import { write } from '../table/table.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'
import { checkInvited, checkOpen, readLaunched, registrarOf } from './launchedRegistration.ts'

type Api = typeof register
/** The most files that a user may send on a day. */
const maxPerDay = 500
/** The most pixels that a player's picture is wide or high. */
const maxPixels = 200

/** Stores a file that answers a question. Its type is checked by its content, and location metadata is removed. */
export async function storeFile(call: CallOf<Api, 'POST /rest-api/register/{registrationId}/file'>) {
  const { params, body, userId, me, stamp, now } = call
  const { name, type, bytes } = body.file
  if (whyCannotNameFile(name)) throw new Problem('bad_request', [faultAt('file', 'not_a_file_name')])
  const [registration, registrar] = await Promise.all([
    readLaunched(params.registrationId, now),
    registrarOf(userId, me),
  ])
  checkOpen(registration, now)
  await checkInvited(registration, registrar)
  const { fileId, size } = await storeUpload(stamp, params.registrationId, { name, type, bytes, userId }, 'wrong_file')
  return { fileId, name, type, size }
}

/** Stores the picture of a player in a draft; the previous one is deleted. */
export async function storeAvatar(
  call: CallOf<Api, 'POST /rest-api/register/{registrationId}/avatar/{registrationPlayerId}'>,
) {
  const { params, body, userId, stamp, now } = call
  const { registrationId, registrationPlayerId: about } = params
  if (registrationOf(about) !== registrationId) throw new Problem('not_found')
  const id = { registrationId, userId, playerId: playerOf(about) }
  const draft = await registrationDrafts.get(id, { consistent: true })
  if (!draft) throw new Problem('not_found')
  const { bytes } = body.avatar
  const { width = 0, height = 0 } = jpegSize(Buffer.from(bytes)) ?? {}
  if (width < 1 || height < 1 || width > maxPixels || height > maxPixels) throw new Problem('not_a_picture')
  const picture = { name: 'player.jpg', type: 'image/jpeg', bytes, userId }
  const file = await storeUpload(stamp, registrationId, picture, 'not_a_picture')
  await write(
    stamp,
    registrationDrafts.change(id, { set: { avatarId: file.fileId }, when: ifUnchanged(draft) }),
    files.attach(file.fileId, { userId, about, until: registrationDrafts.filesUntil(draft) }),
    ...(draft.avatarId === undefined ? [] : [files.removeAttached(draft.avatarId, about)]),
  )
  return { avatarId: file.fileId, avatar: await fileLink(file, now) }
}

type Upload = { name: string; type: string; bytes: Uint8Array; userId: string }
async function storeUpload(
  stamp: Stamp,
  registrationId: string,
  { name, type, bytes, userId }: Upload,
  otherwise: 'wrong_file' | 'not_a_picture',
): Promise<File> {
  const cleaned = (await typeOf(bytes, type)) === type ? withoutMetadata(bytes, type) : undefined
  if (!cleaned || cleaned.length === 0) throw new Problem(otherwise)
  const fileId = `${organizationOf(registrationId)}.${newId('f')}`
  const until = addHours(stamp.at, unattachedHours)
  const file: File = { fileId, userId, name, type, size: cleaned.length, state: 'kept', until }
  // The row first: a row without a file expires, but a file without a row would never be deleted.
  await write(
    stamp,
    files.create(file),
    fileCounts.upsert(
      { userId, day: stamp.at.slice(0, 10) },
      { add: { sent: 1 }, when: [['sent', '<', maxPerDay]] },
      'too_many_requests',
    ),
  )
  await putObject(`files/${fileId}`, cleaned, { 'content-type': type, 'content-disposition': 'inline' })
  return file
}
