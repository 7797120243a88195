import { useApi } from '../api.ts'
import { spanText } from '../kit/format.ts'
import type { Content } from './eventForm.ts'

/** As many dates as are asked about. */
const mostDays = 100

type Asked = { content: Content | undefined; days: readonly string[]; eventId: string | undefined }
/** What else is at that place at that time, or at the same time of these days, in the whole club. */
export function useClashes(orgUnitId: string, { content, days, eventId }: Asked) {
  const place = content?.location?.name
  const query = content &&
    place && {
      ...{ start: content.start, end: content.end, place, field: content.field },
      ...(days.length > 0 && { timezone: content.timezone, days: days.slice(0, mostDays).join(',') }),
    }
  const { data } = useApi('GET /rest-api/calendar/clashes/{orgUnitId}', query ? { orgUnitId, query } : undefined, {
    handles: ['failures', 'not_allowed'],
    keepPreviousData: false,
  })
  return (data?.events ?? [])
    .filter(({ id }) => id !== eventId)
    .map((event) => ({ id: event.id, name: event.name, team: event.orgUnit.name, when: spanText(event) }))
}
