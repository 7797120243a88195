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
const handles = { handles: ['failures', 'not_allowed'] } as const

export type Wanted = {
  teamId: string
  title: string
  eventId: string | null
  sharedWith: { team: boolean; playerIds: string[] }
  shows: string[]
}

/** Why a file cannot be uploaded as a film; undefined if it can. */
export function whyNoFilm(file: File): 'noFilm' | 'tooLarge' | undefined {
  const type = fileTypeOf(file)
  if (!type?.startsWith('video/')) return 'noFilm'
  return file.size > limitOf(type) ? 'tooLarge' : undefined
}

/** Uploads a film and then creates its recording; continues when the screen is left. */
export function useRecording() {
  const config = useSWRConfig()
  return (file: File, { teamId, ...wanted }: Wanted) => {
    const type = fileTypeOf(file)
    const orgId = teamId.split('.')[0] ?? ''
    if (!type || !isLargeType(type)) return
    let fileId = ''
    let hasCome = false
    upload({
      file,
      about: uploadsOfRecordings,
      getTarget: async () => {
        // A retry uploads the same film again, which becomes a recording only once.
        if (hasCome) return undefined
        const name = type === 'video/webm' ? 'film.webm' : 'film.mp4'
        if (file.size > fileLimit) {
          const { fileId: begun, ...place } = await beginLarge(file, { orgId, type, name })
          fileId = begun
          return place
        }
        const place = await callApi(
          'POST /rest-api/files/{orgId}',
          { orgId, body: { name, type, size: file.size } },
          handles,
        )
        fileId = place.fileId
        return place
      },
      onUploaded: async () => {
        hasCome = true
        await keepUploaded(fileId, () => (hasCome = false))
        const made = await callApi(
          'POST /rest-api/recordings/team/{teamId}',
          { teamId, body: { fileId, ...wanted } },
          handles,
        )
        endLarge(file, orgId)
        const again = () => refreshes.forEach((route) => refresh(config, route))
        again()
        // A missing poster does not matter.
        makePoster(made.id).then(again, () => undefined)
      },
    })
  }
}
