import { dayIn } from '#shared/rules/days.ts'
import { useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'
import type { TodaysEvent } from '../events/eventTypes.ts'
import { familyMonth } from '../events/monthQueries.ts'

/** The events of the reader's players in a month, each on the day that it is where it is held. */
export function useFamilyMonth(month: string) {
  const query = familyMonth(month)
  const read = useApi('GET /api/v1/playerEvents', { query }, { refreshInterval, handles: ['failures'] })
  const isInMonth = ({ event }: TodaysEvent) => dayIn(event.start, event.timezone).startsWith(month)
  return { ...read, entries: read.data?.events.filter(isInMonth), isInMonth }
}
