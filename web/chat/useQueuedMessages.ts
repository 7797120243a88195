import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { useUserId } from '../session/useUserId.ts'
import { changeQueue, type QueuedMessage, useQueue } from './messageQueue.ts'
import { sendQueue, onMessageSent } from './sendQueue.ts'
import texts from './texts.en.json'
import { useQueueSending } from './QueueSender.tsx'
import { newId } from '../api/newPart.ts'

export type MessageContent = Pick<QueuedMessage, 'text' | 'replyTo' | 'files' | 'poll' | 'event' | 'mentions'>

/** The queued messages of a conversation, with functions to send, resend and drop them; dropping has an Undo. */
export function useQueuedMessages(conversationSid: string, onSent: () => void) {
  const t = useTexts('chat', texts)
  const userId = useUserId() ?? ''
  const queue = useQueue(userId)
  useQueueSending(userId)
  const reportSent = useEffectEvent((message: QueuedMessage) => message.conversationSid === conversationSid && onSent())
  useEffect(() => onMessageSent((message) => void reportSent(message)), [])

  const change = (messageSid: string, update: (message: QueuedMessage) => QueuedMessage | undefined) =>
    changeQueue(userId, (list) =>
      list.flatMap((message) => (message.messageSid === messageSid ? (update(message) ?? []) : message)),
    )
  return {
    queued: queue.filter((message) => message.conversationSid === conversationSid),
    send: (content: MessageContent) => {
      const messageSid = newId()
      const writtenAt = new Date().toISOString()
      changeQueue(userId, (list) => [...list, { ...content, messageSid, conversationSid, writtenAt }])
      void sendQueue(userId)
    },
    resend: (messageSid: string) => {
      change(messageSid, ({ refused: _refused, refusedCode: _code, ...message }) => message)
      void sendQueue(userId)
    },
    dropMessage: (messageSid: string) => {
      const droppedMessages = queue.filter((message) => message.messageSid === messageSid)
      change(messageSid, () => undefined)
      const restore = () =>
        changeQueue(userId, (list) =>
          [...list, ...droppedMessages].toSorted((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1)),
        )
      showSnackbar({ text: t('dropped'), action: { label: t('undo'), run: restore } })
    },
  }
}
