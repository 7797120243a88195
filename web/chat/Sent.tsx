import { sizeText } from '../kit/format.ts'
import { FileIcon } from '../kit/lucideIcons.ts'
import styles from './Chat.module.css'
import type { Message } from './useConversation.ts'

const isPicture = ({ type }: { type: string }) => type.startsWith('image/')

/** What came with a message: pictures as they are, everything else by its name. Each opens apart. */
export function Sent({ files }: { files: Message['files'] }) {
  const pictures = files.filter(isPicture)
  const others = files.filter((file) => !isPicture(file))
  return (
    <>
      {pictures.length > 0 && (
        <div className={styles.pictures}>
          {pictures.map(({ fileId, name, url }) => (
            <a key={fileId} href={url} target="_blank" rel="noopener noreferrer">
              <img src={url} alt={name} loading="lazy" />
            </a>
          ))}
        </div>
      )}
      {others.length > 0 && (
        <ul className={styles.files}>
          {others.map(({ fileId, name, url, size }) => (
            <li key={fileId}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                <FileIcon size={20} /> {name} ({sizeText(size)})
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
