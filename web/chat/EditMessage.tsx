import { useState } from 'react'
import { messageLimit, whyCannotMessage } from '#shared/rules/chat.ts'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { useLeaveGuard } from '../kit/useLeaveGuard.ts'
import styles from './Chat.module.css'
import texts from './texts.en.json'
import type { Message } from './useConversation.ts'

type Props = { conversationSid: string; message: Message; refresh: () => void; done: () => void }

/** Corrections are mostly at the end. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}

/** Edits the user's own message in place. */
export function EditMessage({ conversationSid, message, refresh, done }: Props) {
  const t = useTexts('chat', texts)
  const [text, setText] = useState(message.text)
  const [saving, setSaving] = useState(false)
  useLeaveGuard(text !== message.text)
  const why = whyCannotMessage(text)
  const reason =
    why === 'required' ? t('nothingLeft') : why && t('tooLong', { count: [...text].length, limit: messageLimit })
  async function save() {
    setSaving(true)
    const input = { conversationSid, messageSid: message.messageSid, body: { text: text.trim() } }
    try {
      await callApi('PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}', input)
      refresh()
      done()
    } catch {
      // callApi has shown the error; the text stays.
      setSaving(false)
    }
  }
  return (
    <div className={styles.edit}>
      <TextArea ref={focusAtEnd} label={t('edit')} value={text} onChange={setText} rows={2} limit={messageLimit} />
      <div className={styles.choices}>
        <Button kind="primary" busy={saving} onClick={() => void save()} disabledReason={reason}>
          {t('save')}
        </Button>
        <Button kind="quiet" onClick={done}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
