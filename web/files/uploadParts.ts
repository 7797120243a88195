import { ApiProblem, isTransient } from '../api/problem.ts'

/**
 * The parts that have arrived, and the URLs for the next ones; `next` is empty when the file is complete. Called
 * before each batch.
 */
export type RequestParts = () => Promise<{
  partSize: number
  come: readonly number[]
  next: readonly { number: number; url: string }[]
}>
type PutPart = (place: { url: string }, part: Blob, onProgress: (sent: number) => void) => Promise<void>
type SendOptions = { signal: AbortSignal; onProgress: (sent: number) => void; putPart: PutPart }

/** The number of parts sent in parallel. */
const maxParallel = 3
/** The number of consecutive failures while online before giving up: about five minutes. */
const maxAttempts = 12
const maxPause = 30_000

/**
 * Uploads a file in parts. A lost connection costs only the parts in progress: it resumes by itself once online, without
 * resending parts that the server has. Only a few parts are in memory at a time.
 */
export async function putParts(
  requestParts: RequestParts,
  file: Blob,
  { signal, onProgress, putPart }: SendOptions,
): Promise<void> {
  for (let attempts = 0; ; ) {
    signal.throwIfAborted()
    const batch = await requestParts().catch((error: unknown) => {
      // A rejection by the server is final; a missing response is retried.
      if (error instanceof ApiProblem && !isTransient(error)) throw error
      if (attempts >= maxAttempts) throw error
      return undefined
    })
    if (batch?.next.length === 0) return onProgress(file.size)
    const receivedCount = batch ? await sendBatch(batch, file, { signal, onProgress, putPart }) : 0
    attempts = receivedCount > 0 ? 0 : attempts + 1
    if (receivedCount === 0 && attempts > maxAttempts) throw new Error('Nothing comes through')
    if (receivedCount < (batch?.next.length ?? 1) && !signal.aborted) await pause(attempts, signal)
  }
}

/** Sends a batch of parts, a few in parallel; returns the number that arrived. */
async function sendBatch(
  { partSize, come, next }: Awaited<ReturnType<RequestParts>>,
  file: Blob,
  sending: SendOptions,
) {
  const { signal, onProgress, putPart } = sending
  const sizeOf = (number: number) => Math.min(partSize, file.size - (number - 1) * partSize)
  const receivedBytes = come.reduce((sum, number) => sum + sizeOf(number), 0)
  const sentBytes = new Map<number, number>()
  const reportProgress = () => onProgress(receivedBytes + [...sentBytes.values()].reduce((sum, each) => sum + each, 0))
  reportProgress()
  let receivedCount = 0
  const queue = [...next]
  async function sendNext() {
    for (let part = queue.shift(); part && !signal.aborted; part = queue.shift()) {
      const { number, url } = part
      const from = (number - 1) * partSize
      try {
        await putPart({ url }, file.slice(from, from + partSize), (bytes) => {
          sentBytes.set(number, bytes)
          reportProgress()
        })
        sentBytes.set(number, sizeOf(number))
        receivedCount++
      } catch {
        sentBytes.delete(number)
      }
      reportProgress()
    }
  }
  await Promise.all(Array.from({ length: maxParallel }, sendNext))
  return receivedCount
}

/** Waits until online, or with exponential backoff; ends at once when aborted. */
function pause(attempts: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(finish, Math.min(maxPause, 500 * 2 ** attempts))
    window.addEventListener('online', finish)
    signal.addEventListener('abort', finish)
    function finish() {
      clearTimeout(timer)
      window.removeEventListener('online', finish)
      signal.removeEventListener('abort', finish)
      resolve()
    }
  })
}
