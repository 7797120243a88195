import { isShown, nameToSave } from '#shared/rules/files.ts'
import { signedAddress } from './bucket.ts'

/**
 * A presigned URL of a stored file, valid for 15 minutes. Everybody with the URL can open it, so the caller must check the user's rights
 * first. Types that a browser cannot show safely are downloaded.
 */
export function fileLink(file: { fileId: string; name: string; type: string }, now: string): Promise<string> {
  const { fileId, type } = file
  const name = nameToSave(file)
  const disposition = isShown(type) ? 'inline' : 'attachment'
  // The file name in ASCII for clients that need it, and in full.
  const asciiName = name.normalize('NFKD').replaceAll(/[^ -~]|["\\%;]/g, '') || 'file'
  const encodedName = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return signedAddress(`files/${fileId}`, {
    method: 'GET',
    now,
    query: {
      'response-content-disposition': `${disposition}; filename="${asciiName}"; filename*=UTF-8''${encodedName}`,
      'response-content-type': isShown(type) ? type : 'application/octet-stream',
      'response-cache-control': 'private, max-age=900',
    },
  })
}

/**
 * In milliseconds. The signing time is rounded down to this, so that a file keeps its URL, and its place in the browser's cache.
 */
const roundingMs = 5 * 60_000
export const cacheableLink = (file: { fileId: string; name: string; type: string }, now: string): Promise<string> =>
  fileLink(file, new Date(Math.floor(Date.parse(now) / roundingMs) * roundingMs).toISOString())
