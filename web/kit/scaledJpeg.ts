/** A picture is made to fit into a square of so many pixels. */
const mostPixels = 200
/** The largest file that is taken, in bytes: no phone makes a larger photo, and this one would freeze it. */
const mostBytes = 20 * 1024 * 1024
const quality = 0.8

export type PictureFault = 'tooLarge' | 'notPicture'

/** The size in which a picture fits, keeping its aspect; a small one stays as it is. In whole pixels, at least one. */
export function fitted(width: number, height: number, most = mostPixels): { width: number; height: number } {
  const scale = Math.min(1, most / width, most / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Whatever picture was chosen as a small JPEG, in a `data:` address: upright, as its camera's data says, on white where it
 * is transparent, and without that data, in which a phone writes where it was. Says what is wrong with any other file.
 */
export async function scaledJpeg(file: Blob, most = mostPixels): Promise<{ url: string } | { fault: PictureFault }> {
  if (file.size > mostBytes) return { fault: 'tooLarge' }
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  const canvas = document.createElement('canvas')
  const drawing = canvas.getContext('2d')
  if (!picture || !drawing) return { fault: 'notPicture' }
  const { width, height } = fitted(picture.width, picture.height, most)
  Object.assign(canvas, { width, height })
  drawing.fillStyle = '#ffffff'
  drawing.fillRect(0, 0, width, height)
  drawing.imageSmoothingQuality = 'high'
  drawing.drawImage(picture, 0, 0, width, height)
  picture.close()
  return { url: canvas.toDataURL('image/jpeg', quality) }
}

/** What a `data:` address of a JPEG holds, as a file that is called as the one it was made of. */
function fileOf(url: string, name: string): File {
  const bytes = Uint8Array.from(atob(url.split(',')[1] ?? ''), (character) => character.charCodeAt(0))
  return new File([bytes], name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' })
}

/** The widths in which a photo of a page can still be read; the first of them that is small enough is taken. */
const readable = [2400, 1600, 1000]

/** A photo that is larger than so many bytes as a smaller JPEG of the same name. Undefined where no picture can be read in it. */
export async function smallerPhoto(file: File, mostBytes: number): Promise<File | undefined> {
  for (const pixels of readable) {
    const made = await scaledJpeg(file, pixels)
    if (!('url' in made)) return undefined
    const small = fileOf(made.url, file.name)
    if (small.size <= mostBytes) return small
  }
  return undefined
}

/** Whatever picture was chosen as a small JPEG, as a file of the same name. Undefined where no picture can be read in it. */
export async function smallPicture(file: File): Promise<File | undefined> {
  const made = await scaledJpeg(file)
  return 'url' in made ? fileOf(made.url, file.name) : undefined
}

/** A picture that is up, as a `data:` address too, so that it can be put up again; undefined when it cannot be had. */
export async function pictureAt(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address)
    if (!response.ok) return undefined
    const bytes = new Uint8Array(await response.arrayBuffer())
    return `data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
  } catch {
    return undefined
  }
}
