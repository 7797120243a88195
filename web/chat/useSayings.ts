import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useUserId } from '../session/useUserId.ts'
import { changeSayings, readSayings, type Saying, subscribeSayings } from './sayings.ts'
import { sendSayings } from './sendSayings.ts'

export type Words = Pick<Saying, 'text' | 'replyTo' | 'files' | 'poll' | 'event' | 'mentions'>

/** Between two tries, in milliseconds. */
const pause = 5000

/** What waits to be sent in a conversation, and how to write. Tries again when the signal is back, and every now and then. */
export function useSayings(conversationSid: string, sent: () => void) {
  const userId = useUserId() ?? ''
  const all = useSyncExternalStore(subscribeSayings, () => readSayings(userId))
  const send = useCallback(async () => {
    if (userId) await sendSayings(userId, (saying) => saying.conversationSid === conversationSid && sent())
  }, [userId, conversationSid, sent])
  const isWaiting = all.some(({ refused }) => refused === undefined)
  useEffect(() => {
    if (!isWaiting) return
    const now = () => void send()
    now()
    const timer = setInterval(now, pause)
    window.addEventListener('online', now)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', now)
    }
  }, [isWaiting, send])

  const change = (messageSid: string, to: (saying: Saying) => Saying | undefined) =>
    changeSayings(userId, (list) =>
      list.flatMap((saying) => (saying.messageSid === messageSid ? (to(saying) ?? []) : saying)),
    )
  return {
    waiting: all.filter((saying) => saying.conversationSid === conversationSid),
    say: (words: Words) => {
      const messageSid = crypto.randomUUID().replaceAll('-', '')
      const writtenAt = new Date().toISOString()
      changeSayings(userId, (list) => [...list, { ...words, messageSid, conversationSid, writtenAt }])
      void send()
    },
    again: (messageSid: string) => {
      change(messageSid, ({ refused: _refused, ...saying }) => saying)
      void send()
    },
    drop: (messageSid: string) => change(messageSid, () => undefined),
  }
}
