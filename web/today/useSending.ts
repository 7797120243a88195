import { useEffect, useRef } from 'react'
import { type Cache, type ScopedMutator, useSWRConfig } from 'swr'
import { fullName } from '#shared/rules/names.ts'
import { useProblemText } from '../i18n.ts'
import { writeKept } from '../kept.tsx'
import { showSnackbar } from '../ui/Snackbar.tsx'
import { deliver } from './sending.ts'
import { readAgain } from './takeIn.ts'
import { allUnsent, isUnsentOf, isWaiting, onUnsent, useUnsent } from './unsent.ts'

type Sending = { userId: string; mutate: ScopedMutator; cache: Cache }

/**
 * Sends a person's queued answers as soon as it can be: at the start, when the signal is back, when the page is looked
 * at, and every now and then. What is refused is told where the person is; its card stays on Today.
 */
export function useSending(userId: string | undefined, onToday: boolean): void {
  const { mutate, cache } = useSWRConfig()
  useEffect(() => (userId === undefined ? undefined : keepSending({ userId, mutate, cache })), [userId, mutate, cache])

  const unsent = useUnsent(userId)
  const sayProblem = useProblemText()
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const { answerId, refused, item } of unsent) {
      if (!refused || told.current.has(answerId)) continue
      told.current.add(answerId)
      const whose = `${item.event.name}, ${fullName(item.invite.player)}`
      if (!onToday) showSnackbar({ text: `${whose}: ${sayProblem(refused)}`, tone: 'danger' })
    }
  }, [unsent, onToday, sayProblem])
}

/** Between two tries, in milliseconds: 2 seconds after the first, a minute at most. */
const pause = (tries: number) => Math.min(2000 * 2 ** tries, 60_000)

/** Keeps sending what waits; returns the way to stop it. */
export function keepSending({ userId, mutate, cache }: Sending): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [tries, sending, stopped] = [0, false, false]
  const waiting = () => allUnsent(userId).filter(isWaiting)

  async function sendAll() {
    if (sending || stopped) return
    clearTimeout(timer)
    timer = undefined
    sending = true
    let sent = 0
    for (const entry of waiting()) {
      const outcome = await deliver({ userId, mutate }, entry, true)
      if (outcome === 'sent') sent += 1
      // Without a signal the others need not be tried.
      if (outcome === 'queued') break
    }
    sending = false
    // A page that nobody looks at may end without a word: what it knows now is what it opens with next time.
    if (sent > 0 && document.visibilityState === 'hidden') writeKept(userId, cache, new Date())
    soon()
  }
  function soon() {
    if (sending || stopped || timer !== undefined || waiting().length === 0) return
    timer = setTimeout(() => void sendAll(), pause(tries))
    tries += 1
  }
  const now = () => {
    tries = 0
    void sendAll()
  }
  const looked = () => document.visibilityState === 'visible' && now()
  const changed = () => {
    if (waiting().length === 0) tries = 0
    soon()
  }
  // Another tab has sent it, and this one does not know the server's answer.
  const elsewhere = ({ key, newValue }: StorageEvent) => {
    if (newValue === null && isUnsentOf(userId, key)) readAgain(mutate)
  }

  window.addEventListener('online', now)
  window.addEventListener('storage', elsewhere)
  document.addEventListener('visibilitychange', looked)
  const stop = onUnsent(changed)
  now()
  return () => {
    stopped = true
    clearTimeout(timer)
    window.removeEventListener('online', now)
    window.removeEventListener('storage', elsewhere)
    document.removeEventListener('visibilitychange', looked)
    stop()
  }
}
