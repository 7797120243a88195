import { useState } from 'react'

/** The last year up to now, as it was when the screen was opened: instants. */
export function useYear(): { start: string; end: string } {
  const [year] = useState(() => {
    const now = Temporal.Now.zonedDateTimeISO()
    const instant = (at: Temporal.ZonedDateTime) => at.toInstant().round('second').toString()
    // An event that is on now is in it.
    return { start: instant(now.subtract({ years: 1 })), end: instant(now.add({ hours: 12 })) }
  })
  return year
}
