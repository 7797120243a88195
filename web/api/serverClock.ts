/** A difference up to this is that of the way, in milliseconds: the device's clock is right. */
const slack = 30_000
let ahead = 0

/** Each answer says when the server gave it. What lay somewhere in between is of an earlier time. */
export function noteServerTime({ headers }: Response): void {
  const at = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(at) || headers.has('age')) return
  const difference = at - Date.now()
  ahead = Math.abs(difference) > slack ? difference : 0
}

/** The time at the server, in milliseconds, for who is signed in or not; the device's clock may be wrong. */
export const serverTime = (): number => Date.now() + ahead
