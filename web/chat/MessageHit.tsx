import type { ReactNode } from 'react'
import { useTexts } from '../i18n.ts'
import { dayText, readerZone, timeText } from '../kit/format.ts'
import styles from './Chat.module.css'
import { MessageFiles } from './MessageFiles.tsx'
import texts from './texts.en.json'
import type { Message } from './useConversation.ts'

type Props = { message: Message; name: string | undefined; children?: ReactNode }
/** A message outside its conversation, with its author and time. */
export function MessageHit({ message, name, children }: Props) {
  const t = useTexts('chat', texts)
  const removedText = message.deletedAt === null ? undefined : t(message.hidden ? 'hiddenByClub' : 'takenBack')
  return (
    <li>
      <p className={styles.meta}>
        {name || t('someone')} · {dayText(message.sentAt, readerZone())} {timeText(message.sentAt, readerZone())}
      </p>
      <p className={styles.text} dir="auto">
        {removedText ?? message.text}
      </p>
      <MessageFiles files={message.files} />
      {children}
    </li>
  )
}
