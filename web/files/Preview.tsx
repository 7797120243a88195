import { useEffect, useState } from 'react'
import { FileIcon } from '../kit/lucideIcons.ts'
import { scaledJpeg } from '../kit/scaledJpeg.ts'
import styles from './Attachments.module.css'

/** The small picture of each file: an upload that has ended is another line of the list, and decoding takes a while. */
const made = new WeakMap<File, Promise<string | undefined>>()

/** A `data:` URL, since the Content-Security-Policy allows no `blob:` pictures; undefined if the browser cannot decode it. */
function smallOf(file: File): Promise<string | undefined> {
  const known = made.get(file)
  if (known) return known
  const making = scaledJpeg(file).then(
    (small) => ('url' in small ? small.url : undefined),
    () => undefined,
  )
  made.set(file, making)
  return making
}

/** A chosen file: the picture itself, or the icon of a file. */
export function Preview({ file }: { file: File | undefined }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return
    let isShown = true
    void smallOf(file).then((small) => isShown && setUrl(small))
    return () => {
      isShown = false
    }
  }, [file])
  // Its name is beside it.
  return url === undefined ? <FileIcon /> : <img src={url} alt="" className={styles.preview} />
}
