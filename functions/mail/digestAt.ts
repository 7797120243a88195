import { addDays, dayIn } from '#shared/rules/days.ts'
import type { Choices } from '#shared/rules/notices.ts'
import { instantOf } from '#shared/rules/wallClock.ts'

/** When what is held back now is mailed: at the end of the hours of quiet, or at seven in the morning. */
export function digestAt({ quiet, timezone = 'UTC' }: Choices, now: string): string {
  const time = quiet?.to ?? '07:00'
  const today = dayIn(now, timezone)
  const at = (day: string) => new Date(instantOf(day, time, timezone)).toISOString()
  return at(today) > now ? at(today) : at(addDays(today, 1))
}
