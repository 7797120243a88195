import type { files } from '#shared/api/files.ts'
import { Problem } from '#shared/problems.ts'
import { fileLink } from '../media/fileLink.ts'
import { refuseIfHarmful } from '../media/harmful.ts'
import type { CallOf } from '../serve.ts'
import { files as rows } from '../table/files.ts'

/** A presigned URL of the caller's own file that is not attached to anything yet; later the rules of what it is attached to apply. */
export async function previewFile(call: CallOf<typeof files, 'GET /rest-api/files/{fileId}/preview'>) {
  const { params, userId, now } = call
  const file = await rows.get(params)
  if (!file || file.userId !== userId || file.state === 'asked' || file.about) throw new Problem('not_found')
  refuseIfHarmful(file)
  return { url: await fileLink({ ...params, name: file.name, type: file.type }, now) }
}
