import type { Cache } from 'swr'
import { persistCache } from '../../cache.tsx'
import { listMarkItems, listTaskItems } from '../../session/stored.ts'
import { deliver, type Sender } from './deliver.ts'
import { isOutgoing } from './entry.ts'
import { isEntryName, readOutbox, subscribeOutbox } from './outbox.ts'
import { revalidateEvents } from './updateCache.ts'

/** The delay before the next try, in milliseconds: 2 seconds after the first, at most a minute. */
const retryDelay = (tries: number) => Math.min(2000 * 2 ** tries, 60_000)

/**
 * Sends a user's queued answers: now, when the connection returns, when the page becomes visible, and periodically. Returns a
 * function that stops it.
 */
export function startOutboxSync({ userId, mutate, cache }: Sender & { cache: Cache }): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let [tries, isSending, isStopped] = [0, false, false]
  const outgoingEntries = () => readOutbox(userId).filter(isOutgoing)

  async function sendAll() {
    if (isSending || isStopped) return
    clearTimeout(timer)
    timer = undefined
    isSending = true
    let sentCount = 0
    for (const entry of outgoingEntries()) {
      const outcome = await deliver({ userId, mutate }, entry, true)
      if (outcome === 'sent') sentCount += 1
      // Offline: do not try the others.
      if (outcome === 'queued') break
    }
    isSending = false
    // A hidden page may be killed without notice, so persist the cache for the next start.
    if (sentCount > 0 && document.visibilityState === 'hidden') persistCache(userId, cache, new Date())
    scheduleRetry()
  }
  function scheduleRetry() {
    if (isSending || isStopped || timer !== undefined || outgoingEntries().length === 0) return
    timer = setTimeout(() => void sendAll(), retryDelay(tries))
    tries += 1
  }
  const sendNow = () => {
    tries = 0
    void sendAll()
    // Also sends attendance marks of events that are no longer open, and task responses; their code is loaded only if
    // there are any.
    if (listMarkItems(userId).length > 0)
      void import('../rollCallMarks.ts').then(
        ({ sendMarks }) => sendMarks(),
        () => {},
      )
    if (listTaskItems(userId).length > 0)
      void import('../../assignments/sendPendingSaves.ts').then(
        ({ refreshTasks, sendPendingSaves: sendAllKept }) =>
          sendAllKept(userId).then(({ arrived }) => arrived > 0 && refreshTasks({ mutate, cache })),
        () => {},
      )
  }
  const sendIfVisible = () => document.visibilityState === 'visible' && sendNow()
  const onOutboxChange = () => {
    if (outgoingEntries().length === 0) tries = 0
    scheduleRetry()
  }
  // Another tab sent it, and this one does not have the response.
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (newValue === null && isEntryName(userId, key)) revalidateEvents(mutate)
  }

  window.addEventListener('online', sendNow)
  window.addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', sendIfVisible)
  const unsubscribe = subscribeOutbox(onOutboxChange)
  sendNow()
  return () => {
    isStopped = true
    clearTimeout(timer)
    window.removeEventListener('online', sendNow)
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', sendIfVisible)
    unsubscribe()
  }
}
