import { callApi } from '../api.ts'
import { ApiProblem } from '../api/problem.ts'

/**
 * Asks the server to keep an uploaded file. A retry after a lost response repeats only this request; `onExpired` is called if the
 * upload has expired, so that the next try uploads the file again.
 */
export async function keepUploaded(fileId: string, onExpired: () => void) {
  try {
    return await callApi('POST /rest-api/files/{fileId}/keep', { fileId }, { handles: ['failures', 'not_allowed'] })
  } catch (error) {
    if (error instanceof ApiProblem && (error.code === 'file_missing' || error.code === 'not_found')) onExpired()
    throw error
  }
}
