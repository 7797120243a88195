import type { Recurrence } from '#shared/rules/recurrence.ts'
import type { Say } from '../i18n.ts'
import { dayText, listText, weekdayName } from '../kit/format.ts'
import type texts from './texts.en.json'

/** A Monday, from which the days of a week are counted. */
const monday = Date.UTC(2024, 0, 1)
export const weekdayLabel = (weekday: number): string =>
  weekdayName(new Date(monday + (weekday - 1) * 86_400_000).toISOString(), 'UTC')

/** "every Tuesday and Thursday until 12 Jun": the weekdays by name, in the reader's language. */
export function repeatText(t: Say<typeof texts>, rule: Recurrence, firstWeekday: number): string {
  const { frequency, interval, weekdays = [firstWeekday], until } = rule
  const days = listText(weekdays.map(weekdayLabel))
  const end = until ? t('repeatUntil', { day: dayText(`${until}T12:00:00Z`, 'UTC') }) : ''
  const every =
    frequency === 'weekly'
      ? interval === 1
        ? t('everyWeekdays', { days })
        : t('everyWeeks', { count: interval, days })
      : frequency === 'daily'
        ? t('everyDays', { count: interval })
        : t('everyMonths', { count: interval })
  return [every, end].filter(Boolean).join(' ')
}
