/** Differences up to this, in milliseconds, are attributed to latency: the device's clock is right. */
const slack = 30_000
let ahead = 0

/** Notes the server's time from a response's `date` header. Cached responses (with `age`) are skipped. */
export function noteServerTime({ headers }: Response): void {
  const at = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(at) || headers.has('age')) return
  const difference = at - Date.now()
  ahead = Math.abs(difference) > slack ? difference : 0
}

/** The server's time in milliseconds, signed in or not; the device's clock may be wrong. */
export const serverTime = (): number => Date.now() + ahead
