import type { feeds as contract } from '#shared/api/feeds.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'
import { events, isThere } from '../table/events.ts'
import { eventShown } from './entries.ts'
import { calendarText } from '../ical.ts'

/** One event as a file, to be put into a calendar once. */
export async function giveEvent({
  params: { eventId },
}: CallOf<typeof contract, 'GET /rest-api/calendar/event/{eventId}/file'>) {
  const event = await events.get({ eventId })
  if (!event || !isThere(event)) throw new Problem('not_found')
  const { name, version, at } = event
  const entry = { ...eventShown(eventId, event), sequence: version - 1, modified: at }
  return { name: `${name}.ics`, content: calendarText({ name, method: 'PUBLISH', entries: [entry] }) }
}
