import { isShown, nameToSave } from '#shared/rules/files.ts'
import { signedAddress } from './bucket.ts'

/**
 * The address at which a kept file can be opened, for a quarter of an hour: whoever is given it may open it, so it is made
 * for who may, when they ask. What a browser cannot show safely is saved instead.
 */
export function fileLink(file: { fileId: string; name: string; type: string }, now: string): Promise<string> {
  const { fileId, type } = file
  const name = nameToSave(file)
  const how = isShown(type) ? 'inline' : 'attachment'
  // The name in ASCII for who reads no other, and as it is.
  const plain = name.normalize('NFKD').replaceAll(/[^ -~]|["\\%;]/g, '') || 'file'
  const full = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return signedAddress(`files/${fileId}`, {
    method: 'GET',
    now,
    query: {
      'response-content-disposition': `${how}; filename="${plain}"; filename*=UTF-8''${full}`,
      'response-content-type': isShown(type) ? type : 'application/octet-stream',
      'response-cache-control': 'private, max-age=900',
    },
  })
}

/** Signed by the beginning of these minutes, so that a picture keeps its address, and is not fetched anew, meanwhile. */
const signedFor = 5 * 60_000
export const steadyLink = (file: { fileId: string; name: string; type: string }, now: string): Promise<string> =>
  fileLink(file, new Date(Math.floor(Date.parse(now) / signedFor) * signedFor).toISOString())
