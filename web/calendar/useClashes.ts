import { useApi } from '../api.ts'
import { spanText } from '../kit/format.ts'
import type { Content } from './eventForm.ts'

/** What else is at that place at that time, in the whole club. */
export function useClashes(orgUnitId: string, content: Content | undefined, eventId: string | undefined) {
  const place = content?.location?.name
  const query = content && place ? { start: content.start, end: content.end, place, field: content.field } : undefined
  const { data } = useApi('GET /rest-api/calendar/clashes/{orgUnitId}', query && { orgUnitId, query }, {
    handles: ['failures', 'not_allowed'],
    keepPreviousData: false,
  })
  return (data?.events ?? [])
    .filter(({ id }) => id !== eventId)
    .map((event) => ({ id: event.id, name: event.name, team: event.orgUnit.name, when: spanText(event) }))
}
