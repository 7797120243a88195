const formats = new Map<string, Intl.DateTimeFormat>()
/** The local time in a time zone at an instant: `HH:mm`. */
export function clockTimeOf(instant: string, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
    formats.set(timeZone, format)
  }
  return format.format(new Date(instant))
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const dayLong = 24 * 60
/** The end time after the start is moved from `from` to `to`, with the same duration, also across midnight; all as HH:mm. */
export function movedEnd({ from, to, end }: Record<'from' | 'to' | 'end', string>): string {
  const at = (minutesOf(end) + minutesOf(to) - minutesOf(from) + dayLong) % dayLong
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
