import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { paths } from '../paths.ts'
import { retryWhenOnline } from '../api/retryWhenOnline.ts'
import { useQueue, refusalText } from './messageQueue.ts'
import { sendQueue } from './sendQueue.ts'
import texts from './texts.en.json'

/** The delay between two tries, in milliseconds. */
const retryInterval = 5000

/** Sends a user's queued messages of all conversations: at once, when the connection returns, and periodically. */
export function useQueueSending(userId: string): void {
  const isWaiting = useQueue(userId).some(({ refused }) => refused === undefined)
  useEffect(() => {
    return userId && isWaiting ? retryWhenOnline(() => void sendQueue(userId), retryInterval) : undefined
  }, [isWaiting, userId])
}

/**
 * Sends queued chat messages even if no conversation is open. Each refused message is reported once, with a link to its
 * conversation, where it stays until it is resent or dropped. Loaded along with the chat screen, so that it is available if the
 * connection is lost while that is open.
 */
export function QueueSender({ userId }: { userId: string }) {
  const t = useTexts('chat', texts)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useQueueSending(userId)
  const waiting = useQueue(userId)
  const reportedSids = useRef(new Set<string>())
  useEffect(() => {
    for (const message of waiting) {
      const { messageSid, conversationSid, text } = message
      if (message.refused === undefined || reportedSids.current.has(messageSid)) continue
      reportedSids.current.add(messageSid)
      if (pathname.endsWith(conversationSid)) continue
      const run = () => void navigate(paths.chat({ conversationSid }))
      showSnackbar({
        text: t('refusedElsewhere', { text, why: refusalText(message) }),
        tone: 'danger',
        action: { label: t('show'), run },
      })
    }
  }, [waiting, pathname, navigate, t])
  return null
}
