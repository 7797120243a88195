import { pendingDays } from '#shared/rules/attendance.ts'
import { addDays, dayIn } from '#shared/rules/days.ts'
import { daysOf } from '#shared/rules/eventDays.ts'
import { useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'
import type { TodaysEvent } from '../events/eventTypes.ts'
import { familyMonth } from '../events/monthQueries.ts'
import { shiftMonth } from '../events/months.ts'

/**
 * The events of the reader's players in a month, by local day; those of several days on each of them. At the end of the current month
 * it includes those of the next one that Today counts as pending: they are `ahead`.
 */
export function useFamilyMonth(month: string, today: string) {
  const next = shiftMonth(month, 1)
  const until = addDays(today, pendingDays)
  const isEnding = month === today.slice(0, 7) && until.startsWith(next)
  const options = { refreshInterval, handles: ['failures'] } as const
  const read = useApi('GET /api/v1/playerEvents', { query: familyMonth(month) }, options)
  const ahead = useApi('GET /api/v1/playerEvents', isEnding ? { query: familyMonth(next) } : undefined, options)
  const isDayShown = (day: string) => day.startsWith(month) || (isEnding && day.startsWith(next) && day <= until)
  const isShown = ({ event }: TodaysEvent) => daysOf(event).some(isDayShown)
  // Those that last from this month into the next are in both.
  const beginsAhead = ({ event }: TodaysEvent) => dayIn(event.start, event.timezone).startsWith(next)
  const isOfMonth = (item: TodaysEvent) => !beginsAhead(item)
  const entries = read.data && [
    ...read.data.events.filter(isOfMonth),
    ...(isEnding ? (ahead.data?.events.filter(beginsAhead) ?? []) : []),
  ]
  return { read, ahead, next, entries: entries?.filter(isShown), isShown, isDayShown }
}
