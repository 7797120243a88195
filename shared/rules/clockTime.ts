const formats = new Map<string, Intl.DateTimeFormat>()
/** The time that the clocks of a zone show at an instant: `HH:mm`. */
export function clockTimeOf(instant: string, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
    formats.set(timeZone, format)
  }
  return format.format(new Date(instant))
}
