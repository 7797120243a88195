/** Pictures are scaled to fit a square with sides of this many pixels. */
const maxPixels = 200
/** The largest accepted file, in bytes: no phone makes larger photos, and decoding one would freeze it. */
const maxBytes = 20 * 1024 * 1024
const quality = 0.8

export type PictureFault = 'tooLarge' | 'notPicture'

/**
 * The size that fits into a square of `maxSide` pixels, keeping the aspect ratio and never enlarging. Whole pixels, at least one.
 */
export function fitSize(width: number, height: number, maxSide = maxPixels): { width: number; height: number } {
  const scale = Math.min(1, maxSide / width, maxSide / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Converts any picture to a small JPEG as a `data:` URL: rotated as its EXIF data says, on white where it is transparent, and
 * without EXIF, in which phones record the location. Returns the fault for any other file.
 */
export async function scaledJpeg(file: Blob, maxSide = maxPixels): Promise<{ url: string } | { fault: PictureFault }> {
  if (file.size > maxBytes) return { fault: 'tooLarge' }
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!picture || !context) return { fault: 'notPicture' }
  const { width, height } = fitSize(picture.width, picture.height, maxSide)
  Object.assign(canvas, { width, height })
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
  return { url: canvas.toDataURL('image/jpeg', quality) }
}

/** A JPEG's `data:` URL as a file with the original's name. */
function fileOf(url: string, name: string): File {
  const bytes = Uint8Array.from(atob(url.split(',')[1] ?? ''), (character) => character.charCodeAt(0))
  return new File([bytes], name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' })
}

/** Widths at which a photographed page is still legible; the first that is small enough is used. */
const legibleWidths = [2400, 1600, 1000]

/**
 * Scales down a photo to at most `maxBytes`, as a JPEG of the same name. Undefined if it cannot be decoded or made small enough.
 */
export async function smallerPhoto(file: File, maxBytes: number): Promise<File | undefined> {
  for (const pixels of legibleWidths) {
    const scaled = await scaledJpeg(file, pixels)
    if (!('url' in scaled)) return undefined
    const smallFile = fileOf(scaled.url, file.name)
    if (smallFile.size <= maxBytes) return smallFile
  }
  return undefined
}

/** Any picture as a small JPEG file of the same name. Undefined if it cannot be decoded. */
export async function smallPicture(file: File): Promise<File | undefined> {
  const scaled = await scaledJpeg(file)
  return 'url' in scaled ? fileOf(scaled.url, file.name) : undefined
}

/** Reads a published picture back as a `data:` URL, so that it can be restored; undefined if it cannot be fetched. */
export async function fetchPicture(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address)
    if (!response.ok) return undefined
    const bytes = new Uint8Array(await response.arrayBuffer())
    return `data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
  } catch {
    return undefined
  }
}
