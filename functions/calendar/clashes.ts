import type { planning } from '#shared/api/planning.ts'
import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { mostEventDays } from '#shared/rules/eventForm.ts'
import { occurrenceOn } from '#shared/rules/recurrence.ts'
import type { CallOf } from '../serve.ts'
import { type Event, events, isThere } from '../table/events.ts'
import { all, chunks } from '../table/table.ts'
import { clocksOf } from './dates.ts'
import { orgUnitNamed } from './orgUnit.ts'
import { instant } from './written.ts'

/** How long before a span an event may have begun that still lasts: longer ones are camps, which share their place. */
const lookBackHours = 24

/** As many are told of; more are not read by anybody. */
const mostTold = 100
/** So many spans of time are read side by side. */
const atOnce = 8

/** What the club has at that place at that time, or at these times. An event without a field, or a place without fields, takes all of it. */
export async function listClashes({
  params: { orgUnitId },
  query: { place, field = '', ...query },
  me,
}: CallOf<typeof planning, 'GET /rest-api/calendar/clashes/{orgUnitId}'>) {
  const spans = spansOf(query)
  const [rows, { access }] = await Promise.all([during(organizationOf(orgUnitId), spans), me, orgUnitNamed(orgUnitId)])
  const meets = (event: Event) => spans.some(({ start, end }) => event.start < end && event.end > start)
  const isAt = (event: Event) => event.location?.name === place && sharesField(event.field, field)
  const found = rows.filter((event) => isThere(event) && !event.cancelled && isAt(event) && meets(event))
  const inTime = found.toSorted((one, other) => (one.start < other.start ? -1 : 1))
  return { events: inTime.slice(0, mostTold).map((event) => clashCard(access, event)) }
}

type Span = { start: string; end: string }
type Asked = Span & { timezone?: string | undefined; days?: string | undefined }

function spansOf({ timezone, days, ...query }: Asked): Span[] {
  const [start, end] = [instant(query.start), instant(query.end)]
  if (end < start || end > addHours(start, mostEventDays * 24))
    throw new Problem('bad_request', [faultAt('end', 'invalid')])
  if (days === undefined) return [{ start, end }]
  if (timezone === undefined) throw new Problem('bad_request', [faultAt('timezone', 'required')])
  const clocks = clocksOf({ start, end, timezone })
  return days.split(',').flatMap((day) => occurrenceOn(day, clocks) ?? [])
}

/** The club's events that last into one of these spans; days that follow each other are read as one. */
async function during(organizationId: string, spans: readonly Span[]): Promise<Event[]> {
  const ranges: Span[] = []
  for (const { start, end } of spans.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    const [from, before] = [addHours(start, -lookBackHours), ranges.at(-1)]
    if (before && from <= before.end) before.end = end
    else ranges.push({ start: from, end })
  }
  const rows: Event[] = []
  for (const part of chunks(ranges, atOnce)) {
    const reading = part.map(({ start, end }) => all<Event>(events.everywhereBetween(organizationId, start, end)))
    rows.push(...(await Promise.all(reading)).flat())
  }
  return rows
}

/** Of a team on which the caller has no rights it is told when and where it is there, not what for. */
function clashCard(access: Access, { eventId, name, start, end, timezone, field, teamName }: Event) {
  const teamId = teamOf(eventId)
  const isKnown = teamId === undefined || flagsOn(access, { organizationId: organizationOf(eventId), teamId }).size > 0
  const orgUnit = { id: orgUnitOf(eventId), name: teamName }
  return { id: eventId, name: isKnown ? name : null, start, end, timezone, field, orgUnit }
}

const sharesField = (one: string, other: string) => one === '' || other === '' || one === other
