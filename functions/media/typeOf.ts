import { fileTypeFromBuffer } from 'file-type'

/** Names that file-type gives to our types, where it calls them otherwise or cannot tell them from others of the same container. */
const same: Readonly<Record<string, readonly string[]>> = {
  'audio/mp4': ['audio/x-m4a', 'video/mp4'],
  'video/mp4': ['video/quicktime', 'video/x-m4v'],
  'application/msword': ['application/x-cfb'],
  'application/vnd.ms-excel': ['application/x-cfb'],
  'application/vnd.ms-powerpoint': ['application/x-cfb'],
}
/** Text files have no signature by which file-type could know them. */
const texts = ['text/plain', 'text/csv', 'text/calendar']

/** The announced type, if the contents are of it; undefined otherwise. */
export async function typeOf(bytes: Uint8Array, announced: string): Promise<string | undefined> {
  if (texts.includes(announced)) return isText(bytes) ? announced : undefined
  const found = await fileTypeFromBuffer(bytes)
  return found && (found.mime === announced || same[announced]?.includes(found.mime)) ? announced : undefined
}

/** Those of the first 32 characters that no text has: all but tab, line breaks, form feed and escape. */
const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 27)

/** Text of any system: in one byte a letter or UTF-8, without such characters; or UTF-16 that says so. */
function isText(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isWide) return true
  return !bytes.some(isControl)
}
