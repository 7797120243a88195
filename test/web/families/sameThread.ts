import { readBytes } from '#web/sheets/readBytes.ts'

/** The import's worker, run on the main thread. */
export class SameThread extends EventTarget {
  postMessage(bytes: Uint8Array) {
    const tell = (data: unknown) => this.dispatchEvent(Object.assign(new Event('message'), { data }))
    readBytes(bytes).then(
      (sheet) => tell({ sheet }),
      ({ refusal }: { refusal: string }) => tell({ refusal }),
    )
  }
  terminate() {}
}
