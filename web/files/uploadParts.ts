import { ApiProblem, isTransient } from '../api/problem.ts'

/** Which parts of a file have come, and where the next ones go; none when it is whole. Asked for before each few parts. */
export type AskParts = () => Promise<{
  partSize: number
  come: readonly number[]
  next: readonly { number: number; url: string }[]
}>
type Put = (place: { url: string }, part: Blob, onProgress: (sent: number) => void) => Promise<void>
type Sending = { signal: AbortSignal; onProgress: (sent: number) => void; put: Put }

/** Parts that go at once. */
const atOnce = 3
/** So often in a row nothing may come through, with the line there: about five minutes. */
const mostTries = 12
const longestPause = 30_000

/**
 * Sends a file part by part. A line that is lost costs the parts under way: it goes on by itself when the line is back, and
 * what the server has is not sent again. No more than a few parts of it are in memory.
 */
export async function putParts(ask: AskParts, file: Blob, { signal, onProgress, put }: Sending): Promise<void> {
  for (let tries = 0; ; ) {
    signal.throwIfAborted()
    const asked = await ask().catch((error: unknown) => {
      // Whatever the server says no to stays so; that nobody answers passes.
      if (error instanceof ApiProblem && !isTransient(error)) throw error
      if (tries >= mostTries) throw error
      return undefined
    })
    if (asked?.next.length === 0) return onProgress(file.size)
    const came = asked ? await some(asked, file, { signal, onProgress, put }) : 0
    tries = came > 0 ? 0 : tries + 1
    if (came === 0 && tries > mostTries) throw new Error('Nothing comes through')
    if (came < (asked?.next.length ?? 1) && !signal.aborted) await pause(tries, signal)
  }
}

/** Sends the parts that are asked for, a few at once; says how many have come. */
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

/** Until the line is back, and a little longer each time; ends at once when it is given up. */
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
