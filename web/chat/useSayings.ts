import { useEffect, useEffectEvent } from 'react'
import { useTexts } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { useUserId } from '../session/useUserId.ts'
import { changeSayings, type Saying, useUnsent } from './sayings.ts'
import { sendSayings, whenSent } from './sendSayings.ts'
import texts from './texts.en.json'
import { useSending } from './Unsent.tsx'
import { newId } from '../api/newPart.ts'

export type Words = Pick<Saying, 'text' | 'replyTo' | 'files' | 'poll' | 'event' | 'mentions'>

/** The queued messages of a conversation, with functions to send, resend and drop them; dropping has an Undo. */
export function useSayings(conversationSid: string, sent: () => void) {
  const t = useTexts('chat', texts)
  const userId = useUserId() ?? ''
  const all = useUnsent(userId)
  useSending(userId)
  const hear = useEffectEvent((saying: Saying) => saying.conversationSid === conversationSid && sent())
  useEffect(() => whenSent((saying) => void hear(saying)), [])

  const change = (messageSid: string, to: (saying: Saying) => Saying | undefined) =>
    changeSayings(userId, (list) =>
      list.flatMap((saying) => (saying.messageSid === messageSid ? (to(saying) ?? []) : saying)),
    )
  return {
    waiting: all.filter((saying) => saying.conversationSid === conversationSid),
    say: (words: Words) => {
      const messageSid = newId()
      const writtenAt = new Date().toISOString()
      changeSayings(userId, (list) => [...list, { ...words, messageSid, conversationSid, writtenAt }])
      void sendSayings(userId)
    },
    again: (messageSid: string) => {
      change(messageSid, ({ refused: _refused, refusedCode: _code, ...saying }) => saying)
      void sendSayings(userId)
    },
    drop: (messageSid: string) => {
      const dropped = all.filter((saying) => saying.messageSid === messageSid)
      change(messageSid, () => undefined)
      const putBack = () =>
        changeSayings(userId, (list) => [...list, ...dropped].toSorted((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1)))
      showSnackbar({ text: t('dropped'), action: { label: t('undo'), run: putBack } })
    },
  }
}
