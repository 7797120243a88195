/** Differences up to this, in milliseconds, are attributed to latency: the device's clock is right. */
const maxLatency = 30_000
let clockOffset = 0

/** Notes the server's time from a response's `date` header. Cached responses (with `age`) are skipped. */
export function noteServerTime({ headers }: Response): void {
  const serverNow = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(serverNow) || headers.has('age')) return
  const difference = serverNow - Date.now()
  clockOffset = Math.abs(difference) > maxLatency ? difference : 0
}

/** The server's time in milliseconds, signed in or not; the device's clock may be wrong. */
export const serverTime = (): number => Date.now() + clockOffset
