import type { feeds as contract } from '#shared/api/feeds.ts'
import { Problem } from '#shared/problems.ts'
import { sayToCaller } from '../mail/sayTo.ts'
import type { CallOf } from '../serve.ts'
import { events, isDeleted, isVisible } from '../table/events.ts'
import { eventEntry, withCancelledTitle } from './entries.ts'
import { calendarText } from '../events/ical.ts'

/** One event as an iCalendar file for a single import. */
export async function downloadEvent({
  params: { eventId },
  userId,
  token,
}: CallOf<typeof contract, 'GET /rest-api/calendar/event/{eventId}/file'>) {
  const [event, { language }] = await Promise.all([events.get({ eventId }), sayToCaller({ userId, token })])
  if (!event || isDeleted(event)) throw new Problem('not_found')
  if (!isVisible(event)) throw new Problem('event_archived')
  const { name, version, at } = event
  const content = withCancelledTitle(eventEntry(eventId, event, language), language)
  const entry = { ...content, sequence: version - 1, modified: at }
  return { name: `${name}.ics`, content: calendarText({ name, method: 'PUBLISH', entries: [entry] }) }
}
