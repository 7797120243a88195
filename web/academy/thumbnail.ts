import { thumbnailPixels } from '#shared/rules/files.ts'
import { callApi } from '../api.ts'
import { extractStill } from '../files/filmStill.ts'
import { scaledJpeg } from '../kit/scaledJpeg.ts'

const LINK = 'GET /rest-api/academy/file/presigned-url/{fileMetadataId}'
const PUT = 'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}/thumbnail'

const silently = { handles: ['failures', 'not_allowed'] } as const

type Target = { orgId: string; storageItemId: string; fileMetadataId: string }

/** Makes the thumbnail of an uploaded picture or film. Resolves to false if that failed; lists then show no thumbnail. */
export async function makeThumbnail(file: File, { fileMetadataId, ...target }: Target): Promise<boolean> {
  const jpeg = await toThumbnail(file, fileMetadataId).catch(() => undefined)
  if (!jpeg) return false
  return callApi(PUT, { ...target, body: { jpeg } }, silently).then(
    () => true,
    // The file is stored all the same; lists show the icon of its kind.
    () => false,
  )
}

/** A film is played from its stored URL: the Content-Security-Policy allows no `blob:` media. */
async function toThumbnail(file: File, fileMetadataId: string): Promise<string | undefined> {
  if (file.type.startsWith('image/')) {
    const scaled = await scaledJpeg(file)
    return 'url' in scaled ? scaled.url.split(',')[1] : undefined
  }
  if (!file.type.startsWith('video/')) return undefined
  const { filePresignedUrl } = await callApi(LINK, { fileMetadataId }, silently)
  return (await extractStill(filePresignedUrl, thumbnailPixels))?.jpeg
}
