import type { planning } from '#shared/api/planning.ts'
import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { mostEventDays } from '#shared/rules/eventForm.ts'
import type { CallOf } from '../serve.ts'
import { type Event, events, isThere } from '../table/events.ts'
import { all } from '../table/table.ts'
import { orgUnitNamed } from './orgUnit.ts'
import { instant } from './written.ts'

/** How long before a span an event may have begun that still lasts: longer ones are camps, which share their place. */
const lookBackHours = 24

/** What the club has at that place at that time. An event without a field, or a place without fields, takes all of it. */
export async function listClashes({
  params: { orgUnitId },
  query: { place, field = '', ...query },
  me,
}: CallOf<typeof planning, 'GET /rest-api/calendar/clashes/{orgUnitId}'>) {
  const [start, end] = [instant(query.start), instant(query.end)]
  if (end < start || end > addHours(start, mostEventDays * 24))
    throw new Problem('bad_request', [faultAt('end', 'invalid')])
  const range = events.everywhereBetween(organizationOf(orgUnitId), addHours(start, -lookBackHours), end)
  const [rows, { access }] = await Promise.all([all<Event>(range), me, orgUnitNamed(orgUnitId)])
  const meets = (event: Event) => event.start < end && event.end > start
  const isAt = (event: Event) => event.location?.name === place && sharesField(event.field, field)
  const found = rows.filter((event) => isThere(event) && !event.cancelled && meets(event) && isAt(event))
  return { events: found.map((event) => clashCard(access, event)) }
}

/** Of a team on which the caller has no rights it is told when and where it is there, not what for. */
function clashCard(access: Access, { eventId, name, start, end, timezone, field, teamName }: Event) {
  const teamId = teamOf(eventId)
  const isKnown = teamId === undefined || flagsOn(access, { organizationId: organizationOf(eventId), teamId }).size > 0
  const orgUnit = { id: orgUnitOf(eventId), name: teamName }
  return { id: eventId, name: isKnown ? name : null, start, end, timezone, field, orgUnit }
}

const sharesField = (one: string, other: string) => one === '' || other === '' || one === other
