import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useTexts } from '../i18n.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { paths } from '../paths.ts'
import { retryWhenOnline } from '../api/retryWhenOnline.ts'
import { useUnsent, whyRefused } from './sayings.ts'
import { sendSayings } from './sendSayings.ts'
import texts from './texts.en.json'

/** The delay between two tries, in milliseconds. */
const pause = 5000

/** Sends a user's queued messages of all conversations: at once, when the connection returns, and periodically. */
export function useSending(userId: string): void {
  const isWaiting = useUnsent(userId).some(({ refused }) => refused === undefined)
  useEffect(() => {
    return userId && isWaiting ? retryWhenOnline(() => void sendSayings(userId), pause) : undefined
  }, [isWaiting, userId])
}

/**
 * Sends queued chat messages even if no conversation is open. Each refused message is reported once, with a link to its
 * conversation, where it stays until it is resent or dropped. Loaded along with the chat screen, so that it is available if the
 * connection is lost while that is open.
 */
export function Unsent({ userId }: { userId: string }) {
  const t = useTexts('chat', texts)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useSending(userId)
  const waiting = useUnsent(userId)
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const saying of waiting) {
      const { messageSid, conversationSid, text } = saying
      if (saying.refused === undefined || told.current.has(messageSid)) continue
      told.current.add(messageSid)
      if (pathname.endsWith(conversationSid)) continue
      const run = () => void navigate(paths.chat({ conversationSid }))
      showSnackbar({
        text: t('refusedElsewhere', { text, why: whyRefused(saying) }),
        tone: 'danger',
        action: { label: t('show'), run },
      })
    }
  }, [waiting, pathname, navigate, t])
  return null
}
