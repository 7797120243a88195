import { ApiProblem, isTransient } from '../api/problem.ts'

/**
 * The parts that have arrived, and the URLs for the next ones; `next` is empty when the file is complete. Called
 * before each batch.
 */
export type AskParts = () => Promise<{
  partSize: number
  come: readonly number[]
  next: readonly { number: number; url: string }[]
}>
type Put = (place: { url: string }, part: Blob, onProgress: (sent: number) => void) => Promise<void>
type Sending = { signal: AbortSignal; onProgress: (sent: number) => void; put: Put }

/** The number of parts sent in parallel. */
const atOnce = 3
/** The number of consecutive failures while online before giving up: about five minutes. */
const maxAttempts = 12
const longestPause = 30_000

/**
 * Uploads a file in parts. A lost connection costs only the parts in progress: it resumes by itself once online, without
 * resending parts that the server has. Only a few parts are in memory at a time.
 */
export async function putParts(ask: AskParts, file: Blob, { signal, onProgress, put }: Sending): Promise<void> {
  for (let tries = 0; ; ) {
    signal.throwIfAborted()
    const asked = await ask().catch((error: unknown) => {
      // A rejection by the server is final; a missing response is retried.
      if (error instanceof ApiProblem && !isTransient(error)) throw error
      if (tries >= maxAttempts) throw error
      return undefined
    })
    if (asked?.next.length === 0) return onProgress(file.size)
    const came = asked ? await some(asked, file, { signal, onProgress, put }) : 0
    tries = came > 0 ? 0 : tries + 1
    if (came === 0 && tries > maxAttempts) throw new Error('Nothing comes through')
    if (came < (asked?.next.length ?? 1) && !signal.aborted) await pause(tries, signal)
  }
}

/** Sends a batch of parts, a few in parallel; returns the number that arrived. */
async function some({ partSize, come, next }: Awaited<ReturnType<AskParts>>, file: Blob, sending: Sending) {
  const { signal, onProgress, put } = sending
  const lengthOf = (number: number) => Math.min(partSize, file.size - (number - 1) * partSize)
  const before = come.reduce((sum, number) => sum + lengthOf(number), 0)
  const sent = new Map<number, number>()
  const tell = () => onProgress(before + [...sent.values()].reduce((sum, each) => sum + each, 0))
  tell()
  let came = 0
  const waiting = [...next]
  async function work() {
    for (let part = waiting.shift(); part && !signal.aborted; part = waiting.shift()) {
      const { number, url } = part
      const from = (number - 1) * partSize
      try {
        await put({ url }, file.slice(from, from + partSize), (bytes) => {
          sent.set(number, bytes)
          tell()
        })
        sent.set(number, lengthOf(number))
        came++
      } catch {
        sent.delete(number)
      }
      tell()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return came
}

/** Waits until online, or with exponential backoff; ends at once when aborted. */
function pause(tries: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, Math.min(longestPause, 500 * 2 ** tries))
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
    function done() {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
