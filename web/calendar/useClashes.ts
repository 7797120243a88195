import { useApi } from '../api.ts'
import { dayText, spanText } from '../kit/format.ts'
import type { Content } from './eventForm.ts'

/** As many dates as are asked about. */
const mostDays = 100

export type Asked = {
  content: Pick<Content, 'start' | 'end' | 'timezone' | 'location' | 'field'> | undefined
  days: readonly string[]
  eventId: string | undefined
  /** Its series changes on these days, by its rule or by another. */
  series?: 'same rule' | 'other rule' | undefined
}
/** What else the team has at that time, or at the time of these days; and the whole club at that place, if there is one. */
export function useClashes(orgUnitId: string, { content, days, eventId, series }: Asked) {
  const place = content?.location?.name
  const query = content && {
    ...{ start: content.start, end: content.end },
    ...(place && { place, field: content.field }),
    ...(days.length > 0 && { timezone: content.timezone, days: days.slice(0, mostDays).join(',') }),
    ...(series && days.length > 0 && { of: eventId, ...(series === 'other rule' && { rule: 'other' as const }) }),
  }
  const { data } = useApi('GET /rest-api/calendar/clashes/{orgUnitId}', query ? { orgUnitId, query } : undefined, {
    handles: ['failures', 'not_allowed'],
    keepPreviousData: false,
  })
  return (data?.events ?? [])
    .filter(({ id }) => id !== eventId)
    .map((event) => ({
      ...{ id: event.id, name: event.name, team: event.orgUnit.name },
      // Of several dates it would not say otherwise which one it is.
      when: [days.length > 1 && dayText(event.start, event.timezone), spanText(event)].filter(Boolean).join(' '),
      isOwn: event.orgUnit.id === orgUnitId,
    }))
}
