import { anywhereSpan, dayIn } from '#shared/rules/days.ts'
import { useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'
import type { TodaysEvent } from '../events/eventTypes.ts'
import { rememberedPlayers } from '../events/todayInput.ts'
import { shifted } from './months.ts'

/** The events of the reader's players in a month, each on the day that it is where it is held. */
export function useFamilyMonth(month: string) {
  const { from, to } = anywhereSpan(`${month}-01`, `${shifted(month, 1)}-01`)
  const players = rememberedPlayers().join(',')
  const query = { startUtc: from, endUtc: to, ...(players && { players }) }
  const read = useApi('GET /api/v1/playerEvents', { query }, { refreshInterval, handles: ['failures'] })
  const isInMonth = ({ event }: TodaysEvent) => dayIn(event.start, event.timezone).startsWith(month)
  return { ...read, entries: read.data?.events.filter(isInMonth), isInMonth }
}
