import { useTexts } from '../i18n.ts'
import { sizeText } from '../kit/format.ts'
import { FileIcon } from '../kit/lucideIcons.ts'
import styles from './Chat.module.css'
import english from './texts.en.json'
import type { Message } from './useConversation.ts'

type File = Message['files'][number]
type AvailableFile = File & { url: string }
const isAvailable = (file: File): file is AvailableFile => file.url !== null
const isPicture = ({ type }: { type: string }) => type.startsWith('image/')

/** The files of a message: pictures inline, others by name. Each opens in a new tab; a removed one shows why it is gone. */
export function MessageFiles({ files }: { files: Message['files'] }) {
  const t = useTexts('chat', english)
  const availableFiles = files.filter(isAvailable)
  const pictures = availableFiles.filter(isPicture)
  const otherFiles = availableFiles.filter((file) => !isPicture(file))
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
      {otherFiles.length > 0 && (
        <ul className={styles.files}>
          {otherFiles.map(({ fileId, name, url, size }) => (
            <li key={fileId}>
              <a href={url} target="_blank" rel="noopener noreferrer">
                <FileIcon size={20} /> {name} ({sizeText(size)})
              </a>
            </li>
          ))}
        </ul>
      )}
      {files
        .filter((file) => !isAvailable(file))
        .map(({ fileId, name }) => (
          <p key={fileId}>{t('fileTakenAway', { name })}</p>
        ))}
    </>
  )
}
