import type { files } from '#shared/api/files.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { isShown, partSize } from '#shared/rules/files.ts'
import { storageLimit } from '#shared/rules/library.ts'
import { isStaffOf } from '#shared/rules/shares.ts'
import { beginParts, partAddress, partsOf } from '../media/multipart.ts'
import { refuseIfHarmful } from '../media/harmful.ts'
import { newId } from '../table/newId.ts'
import type { CallOf } from '../serve.ts'
import { fileCounts, files as rows, multipartUploadCount, maxFilesPerDay, unattachedHours } from '../table/files.ts'
import { libraryUsage } from '../table/libraries.ts'
import { licences } from '../table/licences.ts'
import { write } from '../table/table.ts'

type Api = typeof files

/** Starts the upload of a file in parts, if the club's storage limit allows it. */
export async function beginFile(call: CallOf<Api, 'POST /rest-api/files/{orgId}/parts'>) {
  const { params, body, userId, me, stamp, now } = call
  const { orgId: organizationId } = params
  if (!isStaffOf((await me).access, organizationId)) throw new Problem('not_allowed')
  const [usage, licenceCount] = await Promise.all([
    libraryUsage.get({ organizationId }),
    licences.get({ organizationId }),
  ])
  if ((usage?.bytes ?? 0) + body.size > storageLimit(licenceCount?.given ?? 0)) throw new Problem('storage_full')
  const fileId = `${organizationId}.${newId('f')}`
  const { type } = body
  const uploadId = await beginParts(`files/${fileId}`, {
    'content-type': type,
    'content-disposition': isShown(type) ? 'inline' : 'attachment',
  })
  await write(
    stamp,
    rows.create({ fileId, userId, ...body, state: 'asked', uploadId, until: addHours(now, unattachedHours) }),
    fileCounts.upsert(
      { userId, day: now.slice(0, 10) },
      { add: { sent: multipartUploadCount }, when: [['sent', '<=', maxFilesPerDay - multipartUploadCount]] },
      'too_many_requests',
    ),
  )
  return { fileId }
}

/** How many URLs are returned at a time: as many parts as a slow connection can send while they are valid. */
const maxPartsAtOnce = 6

/** The uploaded parts of a file, and the URLs for the next ones. */
export async function nextParts(call: CallOf<Api, 'GET /rest-api/files/{fileId}/parts'>) {
  const { params, userId, now } = call
  const { fileId } = params
  const file = await rows.get({ fileId }, { consistent: true })
  if (!file || file.userId !== userId) throw new Problem('not_found')
  refuseIfHarmful(file)
  const { uploadId, size, state } = file
  if (uploadId === undefined) throw new Problem('not_found')
  const expectedParts = partsIn(size)
  if (state === 'kept') return { partSize, come: expectedParts.map(({ number }) => number), next: [] }
  const parts = { key: `files/${fileId}`, uploadId }
  const uploadedParts = await partsOf(parts)
  if (!uploadedParts) throw new Problem('file_missing')
  const completeParts = new Set(
    expectedParts.filter((part) =>
      uploadedParts.some(({ number, size }) => number === part.number && size === part.size),
    ),
  )
  const missing = expectedParts.filter((part) => !completeParts.has(part)).slice(0, maxPartsAtOnce)
  return {
    partSize,
    come: [...completeParts].map(({ number }) => number),
    next: await Promise.all(
      missing.map(async (part) => ({ number: part.number, url: await partAddress(parts, { ...part, now }) })),
    ),
  }
}

/** The parts of a file. */
export const partsIn = (size: number): { number: number; size: number }[] =>
  Array.from({ length: Math.ceil(size / partSize) }, (_, i) => ({
    number: i + 1,
    size: Math.min(partSize, size - i * partSize),
  }))
