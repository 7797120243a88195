import type { files } from '#shared/api/files.ts'
import { newId } from '../table/newId.ts'
import { addHours } from '#shared/rules/days.ts'
import { signedAddress } from '../media/bucket.ts'
import type { CallOf } from '../serve.ts'
import { fileCounts, files as rows, maxFilesPerDay, unattachedHours } from '../table/files.ts'
import { write } from '../table/table.ts'

/** Creates the item of a file to be uploaded, and a presigned URL for a file of exactly this type and size. */
export async function createUpload(call: CallOf<typeof files, 'POST /rest-api/files/{orgId}'>) {
  const { params, body, userId, stamp, now } = call
  const fileId = `${params.orgId}.${newId('f')}`
  const headers = { 'content-type': body.type, 'content-length': String(body.size) }
  const [url] = await Promise.all([
    signedAddress(`incoming/${fileId}`, { method: 'PUT', now, headers }),
    write(
      stamp,
      rows.create({ fileId, userId, ...body, state: 'asked', until: addHours(now, unattachedHours) }),
      fileCounts.upsert(
        { userId, day: now.slice(0, 10) },
        { add: { sent: 1 }, when: [['sent', '<', maxFilesPerDay]] },
        'too_many_requests',
      ),
    ),
  ])
  // The browser sends the content-length itself.
  return { fileId, url, headers: { 'content-type': body.type } }
}
