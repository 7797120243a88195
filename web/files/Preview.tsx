import { Suspense, use } from 'react'
import { FileIcon } from '../kit/lucideIcons.ts'
import { scaledJpeg } from '../kit/scaledJpeg.ts'
import styles from './Attachments.module.css'

/** The small picture of each file, so that it is made once: the same promise again lets `use` answer at once. */
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
  if (!file?.type.startsWith('image/')) return <FileIcon />
  return (
    <Suspense fallback={<FileIcon />}>
      <Small file={file} />
    </Suspense>
  )
}

function Small({ file }: { file: File }) {
  const url = use(smallOf(file))
  // Its name is beside it.
  return url === undefined ? <FileIcon /> : <img src={url} alt="" className={styles.preview} />
}
