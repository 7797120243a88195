import { addDays, dayIn, productZone } from '#shared/rules/days.ts'
import type { Choices } from '#shared/rules/notices.ts'
import { instantOf } from '#shared/rules/wallClock.ts'

/**
 * When a digest is due, as an instant: at the end of the reader's quiet hours, or at seven in the morning; in the reader's time zone, or in
 * the club's if the reader has not chosen one.
 */
export function digestAt({ quiet, timezone }: Choices, now: string, clubZone: string = productZone): string {
  const zone = timezone ?? clubZone
  const time = quiet?.to ?? '07:00'
  const today = dayIn(now, zone)
  const dueOn = (day: string) => new Date(instantOf(day, time, zone)).toISOString()
  return dueOn(today) > now ? dueOn(today) : dueOn(addDays(today, 1))
}
