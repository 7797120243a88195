import { useApi } from '../api.ts'
import { dayText, spanText } from '../kit/format.ts'
import type { Content } from './eventForm.ts'

/** The most dates to check. */
const maxDays = 100

export type PlannedEvent = {
  content: Pick<Content, 'start' | 'end' | 'timezone' | 'location' | 'field'> | undefined
  days: readonly string[]
  eventId: string | undefined
  /** Set if the event's series changes on these days, by its own rule or another. */
  series?: 'same rule' | 'other rule' | undefined
}
/** Events of the team at the same time, or at that time on these days, and any of the club at the same place. */
export function useClashes(orgUnitId: string, { content, days, eventId, series }: PlannedEvent) {
  const place = content?.location?.name
  const query = content && {
    ...{ start: content.start, end: content.end },
    ...(place && { place, field: content.field }),
    ...(days.length > 0 && { timezone: content.timezone, days: days.slice(0, maxDays).join(',') }),
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
      // With several dates the warning says which one it is about.
      when: [days.length > 1 && dayText(event.start, event.timezone), spanText(event)].filter(Boolean).join(' '),
      isOwn: event.orgUnit.id === orgUnitId,
    }))
}
