import { thumbnailPixels } from '#shared/rules/files.ts'
import { callApi } from '../api.ts'
import { filmStill } from '../filmStill.ts'
import { scaledJpeg } from '../scaledJpeg.ts'

const PUT = 'PUT /rest-api/academy/storage/organization/{orgId}/storage-item/{storageItemId}/thumbnail'

/** Makes the small picture that lists show of a picture or film, from the file that was sent. Where there is none, none is shown. */
export async function makeThumbnail(file: File, of: { orgId: string; storageItemId: string }): Promise<boolean> {
  const jpeg = await smallOf(file).catch(() => undefined)
  if (!jpeg) return false
  const quiet = { handles: ['failures', 'not_allowed'] } as const
  return callApi(PUT, { ...of, body: { jpeg } }, quiet).then(
    () => true,
    // The file is there all the same, with the sign of its kind.
    () => false,
  )
}

async function smallOf(file: File): Promise<string | undefined> {
  if (file.type.startsWith('image/')) {
    const made = await scaledJpeg(file)
    return 'url' in made ? made.url.split(',')[1] : undefined
  }
  if (!file.type.startsWith('video/')) return undefined
  const src = URL.createObjectURL(file)
  try {
    return (await filmStill(src, thumbnailPixels))?.jpeg
  } finally {
    URL.revokeObjectURL(src)
  }
}
