import type { Cache } from 'swr'
import { persistCache } from '../../cache.tsx'
import { marksOf, tasksOf } from '../../session/stored.ts'
import { deliver, type Sender } from './deliver.ts'
import { isOutgoing } from './entry.ts'
import { isEntryName, readOutbox, subscribeOutbox } from './outbox.ts'
import { revalidateEvents } from './updateCache.ts'

/** The delay before the next try, in milliseconds: 2 seconds after the first, at most a minute. */
const pause = (tries: number) => Math.min(2000 * 2 ** tries, 60_000)

/**
 * Sends a user's queued answers: now, when the connection returns, when the page becomes visible, and periodically. Returns a
 * function that stops it.
 */
export function startOutboxSync({ userId, mutate, cache }: Sender & { cache: Cache }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [tries, sending, stopped] = [0, false, false]
  const waiting = () => readOutbox(userId).filter(isOutgoing)

  async function sendAll() {
    if (sending || stopped) return
    clearTimeout(timer)
    timer = undefined
    sending = true
    let sent = 0
    for (const entry of waiting()) {
      const outcome = await deliver({ userId, mutate }, entry, true)
      if (outcome === 'sent') sent += 1
      // Offline: do not try the others.
      if (outcome === 'queued') break
    }
    sending = false
    // A hidden page may be killed without notice, so persist the cache for the next start.
    if (sent > 0 && document.visibilityState === 'hidden') persistCache(userId, cache, new Date())
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
    // Also sends attendance marks of events that are no longer open, and task responses; their code is loaded only if
    // there are any.
    if (marksOf(userId).length > 0)
      void import('../rollCallMarks.ts').then(
        ({ sendMarks }) => sendMarks(),
        () => {},
      )
    if (tasksOf(userId).length > 0)
      void import('../../assignments/sendPendingSaves.ts').then(
        ({ refreshTasks, sendPendingSaves: sendAllKept }) =>
          sendAllKept(userId).then(({ arrived }) => arrived > 0 && refreshTasks({ mutate, cache })),
        () => {},
      )
  }
  const looked = () => document.visibilityState === 'visible' && now()
  const changed = () => {
    if (waiting().length === 0) tries = 0
    soon()
  }
  // Another tab sent it, and this one does not have the response.
  const elsewhere = ({ key, newValue }: StorageEvent) => {
    if (newValue === null && isEntryName(userId, key)) revalidateEvents(mutate)
  }

  window.addEventListener('online', now)
  window.addEventListener('storage', elsewhere)
  document.addEventListener('visibilitychange', looked)
  const stop = subscribeOutbox(changed)
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
