import { callApi } from './api.ts'
import { ApiProblem } from './api/problem.ts'

/**
 * Has a file kept that has come. Whoever tries again, since a reply was lost, only asks this again and sends nothing anew; `gone` is
 * told where the file is there no more, and the next try has to send it.
 */
export async function keepSent(fileId: string, gone: () => void) {
  try {
    return await callApi('POST /rest-api/files/{fileId}/keep', { fileId }, { handles: ['failures', 'not_allowed'] })
  } catch (error) {
    if (error instanceof ApiProblem && (error.code === 'file_missing' || error.code === 'not_found')) gone()
    throw error
  }
}
