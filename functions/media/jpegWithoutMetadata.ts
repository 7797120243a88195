/**
 * A JPEG without metadata: Exif (with place, time and thumbnail), XMP, comments and bytes after its end. Orientation, colour profile and
 * image data are kept unchanged. Undefined unless the bytes are a complete JPEG.
 */
export function jpegWithoutMetadata(bytes: Uint8Array): Uint8Array | undefined {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (data.length < 4 || data.readUInt16BE(0) !== 0xffd8) return undefined
  const keptSegments: Buffer[] = []
  let orientation = 1
  for (let at = 2; at + 4 <= data.length; ) {
    const marker = data.readUInt16BE(at)
    const next = at + 2 + data.readUInt16BE(at + 2)
    if (marker < 0xffc0 || marker === 0xffff || next > data.length || next < at + 4) return undefined
    const segment = data.subarray(at, next)
    if (marker === exif) orientation = orientationIn(segment) ?? orientation
    if (marker === startOfScan) {
      const end = imageEnd(data, next)
      if (end === undefined) return undefined
      return Buffer.concat([
        data.subarray(0, 2),
        ...orientationSegment(orientation),
        ...keptSegments,
        data.subarray(at, end),
      ])
    }
    if (!isMetadata(marker, segment)) keptSegments.push(segment)
    at = next
  }
  return undefined
}

const exif = 0xffe1
const startOfScan = 0xffda

/** Comments and application segments, except JFIF, the colour profile, and Adobe's colour transform. */
function isMetadata(marker: number, segment: Buffer): boolean {
  if (marker === 0xfffe) return true
  if (marker < 0xffe0 || marker > 0xffef) return false
  const isProfile = marker === 0xffe2 && segment.toString('latin1', 4, 15) === 'ICC_PROFILE'
  const isAdobe = marker === 0xffee && segment.toString('latin1', 4, 9) === 'Adobe'
  const isJfif = marker === 0xffe0 && segment.toString('latin1', 4, 8) === 'JFIF'
  return !isProfile && !isAdobe && !isJfif
}

/** The end of the image: after the end marker. A progressive JPEG has more segments and scans before it. */
function imageEnd(data: Buffer, from: number): number | undefined {
  for (let at = from; at + 2 <= data.length; at++) {
    at = data.indexOf(0xff, at)
    if (at < 0 || at + 2 > data.length) return undefined
    if (data[at + 1] === 0xd9) return at + 2
  }
  return undefined
}

/** The orientation in an Exif segment, 1 to 8. */
function orientationIn(segment: Buffer): number | undefined {
  const tiff = segment.subarray(10)
  if (segment.toString('latin1', 4, 8) !== 'Exif' || tiff.length < 8) return undefined
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return undefined
  const count = short(directory)
  for (let n = 0; n < count && directory + 2 + (n + 1) * 12 <= tiff.length; n++) {
    const entry = directory + 2 + n * 12
    const value = short(entry + 8)
    if (short(entry) === 0x0112) return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}

/** An Exif segment with nothing but the orientation. */
function orientationSegment(orientation: number): Buffer[] {
  if (orientation === 1) return []
  const segment = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000000000000000000', 'hex')
  segment.writeUInt16LE(orientation, 28)
  return [segment]
}
