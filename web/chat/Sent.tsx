import { useTexts } from '../i18n.ts'
import { sizeText } from '../kit/format.ts'
import { FileIcon } from '../kit/lucideIcons.ts'
import styles from './Chat.module.css'
import english from './texts.en.json'
import type { Message } from './useConversation.ts'

type File = Message['files'][number]
type There = File & { url: string }
const isThere = (file: File): file is There => file.url !== null
const isPicture = ({ type }: { type: string }) => type.startsWith('image/')

/** The files of a message: pictures inline, others by name. Each opens in a new tab; a removed one shows why it is gone. */
export function Sent({ files }: { files: Message['files'] }) {
  const t = useTexts('chat', english)
  const there = files.filter(isThere)
  const pictures = there.filter(isPicture)
  const others = there.filter((file) => !isPicture(file))
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
      {files
        .filter((file) => !isThere(file))
        .map(({ fileId, name }) => (
          <p key={fileId}>{t('fileTakenAway', { name })}</p>
        ))}
    </>
  )
}
