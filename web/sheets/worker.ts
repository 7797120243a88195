import { readBytes } from './readBytes.ts'
import { type Sheet, SheetProblem, type SheetRefusal } from './sheet.ts'

/** Worker that reads one file; the page can terminate it if it takes too long. */
export type FromWorker = { sheet: Sheet } | { refusal: SheetRefusal }

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  readBytes(data).then(
    (sheet) => postMessage({ sheet } satisfies FromWorker),
    (error: unknown) =>
      postMessage({ refusal: error instanceof SheetProblem ? error.refusal : 'not_a_table' } satisfies FromWorker),
  )
})
