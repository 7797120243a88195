import { readBytes } from '#web/sheets/readBytes.ts'

/** The import's worker, run on the main thread. */
export class SameThread extends EventTarget {
  postMessage(bytes: Uint8Array) {
    const dispatchMessage = (data: unknown) => this.dispatchEvent(Object.assign(new Event('message'), { data }))
    readBytes(bytes).then(
      (sheet) => dispatchMessage({ sheet }),
      ({ refusal }: { refusal: string }) => dispatchMessage({ refusal }),
    )
  }
  terminate() {}
}
