import { fileTypeFromBuffer } from 'file-type'

/** Other names that file-type has for these types, or names of the same container that it cannot tell apart. */
const equivalentTypes: Readonly<Record<string, readonly string[]>> = {
  'audio/mp4': ['audio/x-m4a', 'video/mp4'],
  'video/mp4': ['video/quicktime', 'video/x-m4v'],
  'application/msword': ['application/x-cfb'],
  'application/vnd.ms-excel': ['application/x-cfb'],
  'application/vnd.ms-powerpoint': ['application/x-cfb'],
}
/** Text files have no signature that file-type could detect. */
const texts = ['text/plain', 'text/csv', 'text/calendar']

/** The announced type if the contents match it; undefined otherwise. */
export async function typeOf(bytes: Uint8Array, announced: string): Promise<string | undefined> {
  if (texts.includes(announced)) return isText(bytes) ? announced : undefined
  const detected = await fileTypeFromBuffer(bytes)
  return detected && (detected.mime === announced || equivalentTypes[announced]?.includes(detected.mime))
    ? announced
    : undefined
}

/** Control characters that text does not contain: those below 27 except tab, line breaks, vertical tab and form feed. */
const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 27)

/** Text from any system: single-byte or UTF-8 without such characters, or UTF-16 with a byte order mark. */
function isText(bytes: Uint8Array): boolean {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isWide) return true
  return !bytes.some(isControl)
}
