import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { messageLimit, whyCannotMessage } from '#shared/rules/chat.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button, IconButton } from '../kit/Button.tsx'
import { CloseIcon } from '../kit/icons.tsx'
import { useUserId } from '../session/useUserId.ts'
import styles from './Chat.module.css'
import { sayTyping } from './line.ts'
import { keepDraft, readDraft } from './sayings.ts'
import texts from './texts.en.json'
import type { ConversationOf, Message } from './useConversation.ts'

type Props = {
  conversationSid: string
  stopped: NonNullable<ConversationOf['stopped']> | undefined
  replyTo: Message | undefined
  endReply: () => void
  say: (text: string) => void
}

/** The field to write in. What is begun stays on the device. Enter sends on laptops; on phones it begins a line. */
export function Composer({ conversationSid, stopped, replyTo, endReply, say }: Props) {
  const t = useTexts('chat', texts)
  const id = useId()
  const userId = useUserId() ?? ''
  const [text, setText] = useState(() => readDraft(userId, conversationSid))
  useEffect(() => keepDraft(userId, conversationSid, text), [userId, conversationSid, text])
  if (stopped)
    return (
      <div className={styles.composer}>
        <Notice tone="warning">{t(stopped)}</Notice>
      </div>
    )
  const fault = text === '' ? undefined : whyCannotMessage(text)
  const isTooLong = fault === 'too_long'
  function send(event?: FormEvent) {
    event?.preventDefault()
    if (whyCannotMessage(text)) return
    say(text.trim())
    setText('')
  }
  function key(event: KeyboardEvent) {
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
    if (!isEnter || matchMedia('(pointer: coarse)').matches) return
    event.preventDefault()
    send()
  }
  return (
    <form className={styles.composer} onSubmit={send}>
      {replyTo && (
        <p className={styles.replying}>
          <span>{t('replyingTo', { text: replyTo.text })}</span>
          <IconButton label={t('endReply')} onClick={endReply}>
            <CloseIcon size={20} />
          </IconButton>
        </p>
      )}
      <div className={styles.field}>
        <label htmlFor={id} className="visually-hidden">
          {t('message')}
        </label>
        <textarea
          id={id}
          rows={1}
          value={text}
          placeholder={t('message')}
          onChange={({ target }) => {
            setText(target.value)
            if (target.value.trim()) sayTyping(conversationSid)
          }}
          onKeyDown={key}
          aria-describedby={`${id}-limit`}
          aria-invalid={isTooLong}
          dir="auto"
        />
        <Button type="submit" kind="primary">
          {t('send')}
        </Button>
      </div>
      <p id={`${id}-limit`} role="status" className={styles.limit}>
        {isTooLong && t('tooLong', { count: [...text].length, limit: messageLimit })}
      </p>
    </form>
  )
}
