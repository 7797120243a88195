import { isId, organizationOf } from '#shared/ids.ts'
import type { Option } from '#shared/rules/registrations/options.ts'
import { events, isThere } from '../table/events.ts'

/** What is told of an event to whoever sees the registration: what it is and when. */
type OnDate = { name: string; start: string; timezone: string }

/** The club's events that belong to these options and take place; gives those of some ids, in the order of time. */
export async function datesOf(
  registrationId: string,
  options: readonly Option[],
): Promise<(eventIds: readonly string[]) => OnDate[]> {
  const isOwn = (id: string) => isId('event', id) && organizationOf(id) === organizationOf(registrationId)
  const ids = [...new Set(options.flatMap(({ eventIds }) => eventIds))].filter(isOwn)
  const found = await events.getMany(ids.map((eventId) => ({ eventId })))
  const there = found
    .flatMap((event) => (event && isThere(event) && !event.cancelled ? [event] : []))
    .toSorted((a, b) => a.start.localeCompare(b.start))
  return (eventIds) =>
    there
      .filter(({ eventId }) => eventIds.includes(eventId))
      .map(({ name, start, timezone }) => ({ name, start, timezone }))
}
