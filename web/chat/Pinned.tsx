import { nameText, problemText, useTexts } from '../i18n.ts'
import { IconButton } from '../kit/Button.tsx'
import { CloseIcon } from '../kit/icons.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Chat.module.css'
import texts from './texts.en.json'
import type { ConversationOf, Message } from './useConversation.ts'

/** Pins a message to the top of its conversation; `null` unpins. */
export function usePin() {
  const t = useTexts('chat', texts)
  const { save } = useSave('PUT /rest-api/chat/conversations/{conversationSid}/pinned', {
    refreshes: ['GET /rest-api/chat/conversations/{conversationSid}'],
    saved: (_answer, { body }) => t(body.messageSid === null ? 'unpinned' : 'pinnedNow'),
    failed: problemText,
  })
  return (conversationSid: string, messageSid: string | null) => void save({ conversationSid, body: { messageSid } })
}

/** The pinned message of a conversation. */
export function Pinned({ pinned, conversation }: { pinned: Message; conversation: ConversationOf }) {
  const t = useTexts('chat', texts)
  const pin = usePin()
  const { conversationSid, mayPin, people } = conversation
  const author = people.find(({ userId }) => userId === pinned.userId)?.name
  const name = author ? nameText(author) : t('someone')
  return (
    <section className={styles.pinned} aria-label={t('pinnedMessage')}>
      <p dir="auto">
        <strong>{t('pinnedBy', { name })}</strong> {pinned.text || pinned.files.map((file) => file.name).join(', ')}
      </p>
      {mayPin && (
        <IconButton label={t('unpin')} onClick={() => pin(conversationSid, null)}>
          <CloseIcon size={20} />
        </IconButton>
      )}
    </section>
  )
}
