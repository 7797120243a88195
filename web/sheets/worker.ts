import { readBytes } from './readBytes.ts'
import { type Sheet, SheetProblem, type SheetRefusal } from './sheet.ts'

/** Reads one file away from the page, which can end this worker when it takes too long. */
export type FromWorker = { sheet: Sheet } | { refusal: SheetRefusal }

addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
  readBytes(data).then(
    (sheet) => postMessage({ sheet } satisfies FromWorker),
    (error: unknown) =>
      postMessage({ refusal: error instanceof SheetProblem ? error.refusal : 'not_a_table' } satisfies FromWorker),
  )
})
