import { thumbnailPixels } from '#shared/rules/files.ts'
import { callApi } from '../api.ts'
import { filmStill } from '../files/filmStill.ts'
import { scaledJpeg } from '../kit/scaledJpeg.ts'

const LINK = 'GET /rest-api/academy/file/presigned-url/{fileMetadataId}'
const PUT = 'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}/thumbnail'

const quiet = { handles: ['failures', 'not_allowed'] } as const

type Of = { orgId: string; storageItemId: string; fileMetadataId: string }

/** Makes the small picture that lists show of a picture or film, from the file that was sent. Where there is none, none is shown. */
export async function makeThumbnail(file: File, { fileMetadataId, ...of }: Of): Promise<boolean> {
  const jpeg = await smallOf(file, fileMetadataId).catch(() => undefined)
  if (!jpeg) return false
  return callApi(PUT, { ...of, body: { jpeg } }, quiet).then(
    () => true,
    // The file is there all the same, with the sign of its kind.
    () => false,
  )
}

/** A film is played from where it is kept: pages play nothing else. */
async function smallOf(file: File, fileMetadataId: string): Promise<string | undefined> {
  if (file.type.startsWith('image/')) {
    const made = await scaledJpeg(file)
    return 'url' in made ? made.url.split(',')[1] : undefined
  }
  if (!file.type.startsWith('video/')) return undefined
  const { filePresignedUrl } = await callApi(LINK, { fileMetadataId }, quiet)
  return (await filmStill(filePresignedUrl, thumbnailPixels))?.jpeg
}
