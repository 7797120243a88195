import { posterPixels } from '#shared/rules/recordings.ts'
import { callApi } from '../api.ts'
import { extractStill } from '../files/filmStill.ts'
import { ONE } from './shapes.ts'

const handledProblems = { handles: ['failures', 'not_allowed'] } as const

/** Makes the poster of a recording for lists. There is none if the browser cannot play the film. */
export async function makePoster(recordingId: string): Promise<void> {
  const { filePresignedUrl } = await callApi(ONE, { recordingId }, handledProblems)
  const body = filePresignedUrl === null ? undefined : await extractStill(filePresignedUrl, posterPixels)
  if (body) await callApi('PUT /rest-api/recordings/{recordingId}/poster', { recordingId, body }, handledProblems)
}
