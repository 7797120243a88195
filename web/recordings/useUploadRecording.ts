import { useSWRConfig } from 'swr'
import { fileLimit, fileTypeOf, isLargeType, limitOf } from '#shared/rules/files.ts'
import { callApi } from '../api.ts'
import { keepUploaded } from '../files/keepUploaded.ts'
import { beginLarge, endLarge } from '../files/largeFile.ts'
import { refresh } from '../shell/useSave.ts'
import { upload } from '../files/uploads.ts'
import { makePoster } from './poster.ts'
import { refreshes } from './shapes.ts'

export const uploadsOfRecordings = 'recordings'
const handledProblems = { handles: ['failures', 'not_allowed'] } as const

export type NewRecording = {
  teamId: string
  title: string
  eventId: string | null
  sharedWith: { team: boolean; playerIds: string[] }
  shows: string[]
}

/** Why a file cannot be uploaded as a film; undefined if it can. */
export function findFilmFault(file: File): 'noFilm' | 'tooLarge' | undefined {
  const type = fileTypeOf(file)
  if (!type?.startsWith('video/')) return 'noFilm'
  return file.size > limitOf(type) ? 'tooLarge' : undefined
}

/** Uploads a film and then creates its recording; continues when the screen is left. */
export function useUploadRecording() {
  const config = useSWRConfig()
  return (file: File, { teamId, ...recording }: NewRecording) => {
    const type = fileTypeOf(file)
    const orgId = teamId.split('.')[0] ?? ''
    if (!type || !isLargeType(type)) return
    let fileId = ''
    let hasArrived = false
    upload({
      file,
      about: uploadsOfRecordings,
      getTarget: async () => {
        // A retry uploads the same film again, which becomes a recording only once.
        if (hasArrived) return undefined
        const name = type === 'video/webm' ? 'film.webm' : 'film.mp4'
        if (file.size > fileLimit) {
          const { fileId: newFileId, ...destination } = await beginLarge(file, { orgId, type, name })
          fileId = newFileId
          return destination
        }
        const destination = await callApi(
          'POST /rest-api/files/{orgId}',
          { orgId, body: { name, type, size: file.size } },
          handledProblems,
        )
        fileId = destination.fileId
        return destination
      },
      onUploaded: async () => {
        hasArrived = true
        await keepUploaded(fileId, () => (hasArrived = false))
        const created = await callApi(
          'POST /rest-api/recordings/team/{teamId}',
          { teamId, body: { fileId, ...recording } },
          handledProblems,
        )
        endLarge(file, orgId)
        const refreshRecordings = () => refreshes.forEach((route) => refresh(config, route))
        refreshRecordings()
        // A missing poster does not matter.
        makePoster(created.id).then(refreshRecordings, () => undefined)
      },
    })
  }
}
