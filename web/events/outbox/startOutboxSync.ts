import type { Cache } from 'swr'
import { persistCache } from '../../cache.tsx'
import { marksOf, tasksOf } from '../../session/stored.ts'
import { deliver, type Sender } from './deliver.ts'
import { isOutgoing } from './entry.ts'
import { isEntryName, readOutbox, subscribeOutbox } from './outbox.ts'
import { revalidateEvents } from './updateCache.ts'

/** Between two tries, in milliseconds: 2 seconds after the first, a minute at most. */
const pause = (tries: number) => Math.min(2000 * 2 ** tries, 60_000)

/**
 * Sends a person's queued answers as soon as it can be: at once, when the signal is back, when the page is looked at, and
 * every now and then. Returns the way to stop it.
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
      // Without a signal the others need not be tried.
      if (outcome === 'queued') break
    }
    sending = false
    // A page that nobody looks at may end without a word: what it knows now is what it opens with next time.
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
    // Who was there, marked on an event that has been left since, and tasks that were closed: what sends that is loaded only where there is some.
    if (marksOf(userId).length > 0)
      void import('../rollCallMarks.ts').then(
        ({ sendMarks }) => sendMarks(),
        () => {},
      )
    if (tasksOf(userId).length > 0)
      void import('../../assignments/sendKept.ts').then(
        ({ refreshTasks, sendAllKept }) =>
          sendAllKept(userId).then(({ arrived }) => arrived > 0 && refreshTasks({ mutate, cache })),
        () => {},
      )
  }
  const looked = () => document.visibilityState === 'visible' && now()
  const changed = () => {
    if (waiting().length === 0) tries = 0
    soon()
  }
  // Another tab has sent it, and this one does not know the server's answer.
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
