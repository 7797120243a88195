import type { Recurrence } from '#shared/rules/recurrence.ts'
import type { Translate } from '../i18n.ts'
import { dayText, listText, weekdayName } from '../kit/format.ts'
import type texts from './texts.en.json'

/** A Monday, from which weekdays are counted. */
const monday = Date.UTC(2024, 0, 1)
export const weekdayLabel = (weekday: number): string =>
  weekdayName(new Date(monday + (weekday - 1) * 86_400_000).toISOString(), 'UTC')

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T12:00:00Z`).getUTCDay() || 7

/** "every Tuesday and Thursday until 12 Jun": weekday names are in the reader's language. */
export function repeatText(t: Translate<typeof texts>, rule: Recurrence, firstWeekday: number): string {
  const { until, count } = rule
  const end = until
    ? t('repeatUntil', { day: dayText(`${until}T12:00:00Z`, 'UTC') })
    : count
      ? t('repeatCount', { count })
      : ''
  return [everyText(t, rule, firstWeekday), end].filter(Boolean).join(' ')
}

function everyText(t: Translate<typeof texts>, rule: Recurrence, firstWeekday: number): string {
  const { frequency, interval, weekdays = [firstWeekday] } = rule
  const days = listText(weekdays.map(weekdayLabel))
  if (frequency === 'weekly')
    return interval === 1 ? t('everyWeekdays', { days }) : t('everyWeeks', { count: interval, days })
  return frequency === 'daily' ? t('everyDays', { count: interval }) : t('everyMonths', { count: interval })
}
