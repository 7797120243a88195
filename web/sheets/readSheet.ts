import { limits, type Sheet, SheetProblem } from './sheet.ts'
import type { FromWorker } from './worker.ts'

/** How long reading may take, in milliseconds, before the file is given up. */
const patience = 10_000

/** The table in a file that was chosen or dropped. Throws `SheetProblem`; an abort throws the signal's reason. */
export async function readSheet(file: Blob, signal?: AbortSignal): Promise<Sheet> {
  if (file.size > limits.bytes) throw new SheetProblem('too_big')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Sheet>((resolve, reject) => {
      const timer = setTimeout(() => reject(new SheetProblem('too_slow')), patience)
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
