/**
 * The boxes of an MP4 file: each starts with its length and a name, and some contain others. Cameras write where and with what a
 * video was made into boxes of their own, beside the video and in its header (`moov`), never into the video itself.
 */

/** Boxes that contain others, as far as such metadata occurs in them. */
const containerNames = new Set(['moov', 'trak', 'mdia', 'minf'])
/** Metadata boxes; each can become free space of the same size, so that nothing after it moves. */
const metadataNames = new Set(['udta', 'meta', 'uuid'])
const free = [...'free'].map((letter) => letter.charCodeAt(0))

type Box = { name: string; at: number; head: number; size: number }

/** The box at an offset, whose first 16 bytes are available; undefined if it does not fit before the end. */
function boxAt(bytes: Uint8Array, { at, to, from = at }: { at: number; to: number; from?: number }): Box | undefined {
  if (at + 8 > to || from + 8 > bytes.length) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const shortSize = view.getUint32(from)
  const isLong = shortSize === 1
  if (isLong && from + 16 > bytes.length) return undefined
  const head = isLong ? 16 : 8
  const size = isLong ? Number(view.getBigUint64(from + 8)) : shortSize === 0 ? to - at : shortSize
  if (size < head || at + size > to) return undefined
  return { name: String.fromCharCode(...bytes.subarray(from + 4, from + 8)), at, head, size }
}

/** The boxes with metadata between two offsets; undefined if the boxes there are damaged. */
export function metadataBoxes(bytes: Uint8Array, at = 0, to = bytes.length): Box[] | undefined {
  const boxes: Box[] = []
  for (let offset = at; offset < to; ) {
    const box = boxAt(bytes, { at: offset, to })
    if (!box) return undefined
    if (metadataNames.has(box.name)) boxes.push(box)
    else if (containerNames.has(box.name)) {
      const inner = metadataBoxes(bytes, offset + box.head, offset + box.size)
      if (!inner) return undefined
      boxes.push(...inner)
    }
    offset += box.size
  }
  return boxes
}

/** The same bytes, with metadata boxes turned into `free` boxes of the same size; undefined if it is not a complete video. */
export function mp4WithoutMetadata(bytes: Uint8Array<ArrayBufferLike>): Uint8Array<ArrayBuffer> | undefined {
  const boxes = metadataBoxes(bytes)
  if (!boxes) return undefined
  const copy = Uint8Array.from(bytes)
  for (const { at, head, size } of boxes) {
    copy.set(free, at + 4)
    copy.fill(0, at + head, at + size)
  }
  return copy
}

/** Reads bytes of a video that is too large to have as a whole. */
export type ReadAt = (at: number, length: number) => Promise<Uint8Array>
/** The largest header, in bytes, however long the video is. */
const maxHeaderBytes = 32_000_000
/** The most boxes examined individually; fragmented recordings have more, with no metadata among them. */
const maxBoxes = 200

/**
 * The places of a video that may hold metadata: its header, and boxes that cameras add beside it. Undefined if it is not a video,
 * or has a larger header than any video has.
 */
export async function metadataPlaces(
  read: ReadAt,
  length: number,
): Promise<{ at: number; size: number }[] | undefined> {
  const places: { at: number; size: number }[] = []
  for (let at = 0, count = 0; at < length && count < maxBoxes; count++) {
    const box = boxAt(await read(at, Math.min(16, length - at)), { at, to: length, from: 0 })
    if (!box || (count === 0 && box.name !== 'ftyp')) return undefined
    if (metadataNames.has(box.name) || box.name === 'moov') {
      if (box.size > maxHeaderBytes) return undefined
      places.push({ at, size: box.size })
    }
    at += box.size
  }
  return places
}
