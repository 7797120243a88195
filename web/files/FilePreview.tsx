import { useEffect, useState } from 'react'
import { FileIcon } from '../kit/lucideIcons.ts'
import { scaledJpeg } from '../kit/scaledJpeg.ts'
import styles from './Attachments.module.css'

/** The small picture of each file: an upload that has ended is another line of the list, and decoding takes a while. */
const previews = new WeakMap<File, Promise<string | undefined>>()

/** A `data:` URL, since the Content-Security-Policy allows no `blob:` pictures; undefined if the browser cannot decode it. */
function previewUrlOf(file: File): Promise<string | undefined> {
  const cached = previews.get(file)
  if (cached) return cached
  const preview = scaledJpeg(file).then(
    (small) => ('url' in small ? small.url : undefined),
    () => undefined,
  )
  previews.set(file, preview)
  return preview
}

/** A chosen file: the picture itself, or the icon of a file. */
export function FilePreview({ file }: { file: File | undefined }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return
    let isShown = true
    void previewUrlOf(file).then((small) => isShown && setUrl(small))
    return () => {
      isShown = false
    }
  }, [file])
  // Its name is beside it.
  return url === undefined ? <FileIcon /> : <img src={url} alt="" className={styles.preview} />
}
