/** Width and height of a JPEG in pixels. */
export type Size = { width: number; height: number }

/**
 * The size in a JPEG's frame header; undefined unless the bytes are a complete JPEG. It parses all segments from the first marker to the
 * image data.
 */
export function jpegSize(bytes: Buffer): Size | undefined {
  const last = bytes.length - 2
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== startOfImage || bytes.readUInt16BE(last) !== endOfImage)
    return undefined
  let size: Size | undefined
  for (let at = 2; at + 4 <= last; ) {
    const marker = bytes.readUInt16BE(at)
    const length = bytes.readUInt16BE(at + 2)
    if (marker < 0xffc0 || marker === 0xffff || length < 2 || at + 2 + length > last) return undefined
    if (isFrame(marker)) {
      if (size || length < 8) return undefined
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    }
    // The image data starts here.
    if (marker === startOfScan) return size
    at += 2 + length
  }
  return undefined
}

const startOfImage = 0xffd8
const endOfImage = 0xffd9
const startOfScan = 0xffda
// The markers of tables and of arithmetic coding conditions lie between those of frames.
const isFrame = (marker: number) => marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
