import { addDays, dayIn, productZone } from '#shared/rules/days.ts'
import type { Choices } from '#shared/rules/notices.ts'
import { instantOf } from '#shared/rules/wallClock.ts'

/**
 * When a mail held back now is sent: at the end of the reader's quiet hours, or at 7:00 in the morning. In the reader's time
 * zone, or the club's if the reader has set none.
 */
export function digestAt({ quiet, timezone }: Choices, now: string, ofClub: string = productZone): string {
  const zone = timezone ?? ofClub
  const time = quiet?.to ?? '07:00'
  const today = dayIn(now, zone)
  const at = (day: string) => new Date(instantOf(day, time, zone)).toISOString()
  return at(today) > now ? at(today) : at(addDays(today, 1))
}
