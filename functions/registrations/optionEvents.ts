import type { registrations as contract } from '#shared/api/registrations.ts'
import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { addHours } from '#shared/rules/days.ts'
import { startOfDay } from '#shared/rules/wallClock.ts'
import type { CallOf } from '../serve.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { page } from '../table/table.ts'
import { registrationOf } from './registrationOf.ts'

export const eventCard = ({ eventId: id, name, start, timezone }: Event) => ({ id, name, start, timezone })

/** A year of a club's planning. */
const daysAhead = 400
const pageSize = 100
/** The most events read for one page when most are cancelled or deleted: such a page may be shorter without being the last. */
const maxScanned = 300

/**
 * The events to choose from: those of a team, or of a club and all its teams; from now or a later day on, in order of time, a page at a
 * time.
 */
export async function listEvents({
  params: { registrationId },
  query: { from: day, cursor },
  now,
}: CallOf<typeof contract, 'GET /rest-api/registration/event-options/{registrationId}/events'>) {
  const list = `events for ${registrationId} from ${day}`
  const [after, { club }] = await Promise.all([positionOf(list, cursor), registrationOf(registrationId)])
  const earliest = day === undefined ? now : startOfDay(day, club.timezone)
  // An event that has begun since the previous page must not move the start past the cursor.
  const [from, until] = [after ? '0' : earliest > now ? earliest : now, addHours(now, daysAhead * 24)]
  if (from >= until) return { events: [], cursor: null }
  const range =
    teamOf(registrationId) === undefined
      ? events.ofClubBetween(organizationOf(registrationId), from, until)
      : events.between(orgUnitOf(registrationId), from, until)
  const found: Event[] = []
  let next = after
  for (let scanned = 0; scanned < maxScanned; scanned += pageSize) {
    // As many as there is room for: nothing that was read is skipped.
    const batch = await page<Event>({ ...range, limit: pageSize - found.length, after: next })
    found.push(...batch.rows.filter((event) => isVisible(event) && !event.cancelled))
    next = batch.next
    if (!next || found.length === pageSize) break
  }
  return { events: found.map(eventCard), cursor: await cursorAt(list, next) }
}
