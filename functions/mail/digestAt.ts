import { addDays, dayIn, productZone } from '#shared/rules/days.ts'
import type { Choices } from '#shared/rules/notices.ts'
import { instantOf } from '#shared/rules/wallClock.ts'

/**
 * When what is held back now is mailed: at the end of the hours of quiet, or at seven in the morning. By the clock of the
 * reader, or of the club that it is about while they have said none.
 */
export function digestAt({ quiet, timezone }: Choices, now: string, ofClub: string = productZone): string {
  const zone = timezone ?? ofClub
  const time = quiet?.to ?? '07:00'
  const today = dayIn(now, zone)
  const at = (day: string) => new Date(instantOf(day, time, zone)).toISOString()
  return at(today) > now ? at(today) : at(addDays(today, 1))
}
