import { limits, type Sheet, SheetProblem } from './sheet.ts'
import type { FromWorker } from './worker.ts'

/** Timeout for reading a file, in milliseconds. */
const readTimeout = 10_000

/** Reads the table in a chosen or dropped file. Throws `SheetProblem`; on abort, the signal's reason. */
export async function readSheet(file: Blob, signal?: AbortSignal): Promise<Sheet> {
  if (file.size > limits.bytes) throw new SheetProblem('too_big')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Sheet>((resolve, reject) => {
      const timer = setTimeout(() => reject(new SheetProblem('too_slow')), readTimeout)
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
        clearTimeout(timer)
        if ('sheet' in data) resolve(data.sheet)
        else reject(new SheetProblem(data.refusal))
      })
      worker.addEventListener('error', () => reject(new SheetProblem('not_a_table')))
      worker.postMessage(bytes, [bytes.buffer])
    })
  } finally {
    worker.terminate()
  }
}
