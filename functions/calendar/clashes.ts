import type { planning } from '#shared/api/planning.ts'
import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { mostEventDays } from '#shared/rules/eventForm.ts'
import { occurrenceOn } from '#shared/rules/recurrence.ts'
import type { CallOf } from '../serve.ts'
import { type Event, events, isThere } from '../table/events.ts'
import { chunks } from '../table/chunks.ts'
import { all } from '../table/table.ts'
import { changedDates } from './changedDates.ts'
import { clocksOf } from './dates.ts'
import { orgUnitNamed } from './orgUnit.ts'
import { instant } from './written.ts'

/** How long before a span an event may have begun that still lasts: longer ones are camps, which share their place. */
const lookBackHours = 24

/** As many are told of; more are not read by anybody. */
const mostTold = 100
/** So many spans of time are read side by side. */
const atOnce = 8

type Asked = CallOf<typeof planning, 'GET /rest-api/calendar/clashes/{orgUnitId}'>['query']

/**
 * What the club has at that place at that time, or at these times. An event without a field, or a place without fields, takes
 * all of it. Dates of a series that is changed are where they are to be.
 */
export async function listClashes({
  params: { orgUnitId },
  query,
  now,
  me,
}: CallOf<typeof planning, 'GET /rest-api/calendar/clashes/{orgUnitId}'>) {
  const planning = planOf(query, orgUnitId, now)
  const [{ planned, changed }, { access }] = await Promise.all([planning, me, orgUnitNamed(orgUnitId)])
  const rows = await during(organizationOf(orgUnitId), planned)
  const there = rows.flatMap((row) => changed(row) ?? [])
  const found = there.filter((event) => planned.some((each) => clash(each, event)))
  const inTime = found.toSorted((one, other) => (one.start < other.start ? -1 : 1))
  return { events: inTime.slice(0, mostTold).map((event) => clashCard(access, event)) }
}

/** Something that takes a place for a while. `eventId`: as which event, when it is there already. */
type Span = { start: string; end: string }
type Taken = Span & { field: string; place: string; eventId: string | undefined }
const clash = (planned: Taken, event: Event) =>
  planned.eventId !== event.eventId &&
  planned.place === event.location?.name &&
  sharesField(planned.field, event.field) &&
  event.start < planned.end &&
  event.end > planned.start

/** What is planned, and what becomes of an event that is there: it is somewhere else, or nowhere. */
type Plan = { planned: Taken[]; changed: (row: Event) => Event | undefined }

async function planOf({ of, ...query }: Asked, orgUnitId: string, now: string): Promise<Plan> {
  const [start, end] = [instant(query.start), instant(query.end)]
  if (end < start || end > addHours(start, mostEventDays * 24))
    throw new Problem('bad_request', [faultAt('end', 'invalid')])
  const { place, field = '', timezone } = query
  const taken = (span: Span): Taken => ({ ...span, field, place, eventId: undefined })
  if (query.days === undefined) return { planned: [taken({ start, end })], changed: asItIs }
  if (timezone === undefined) throw new Problem('bad_request', [faultAt('timezone', 'required')])
  const days = query.days.split(',')
  if (of !== undefined) {
    if (orgUnitOf(of) !== orgUnitId) throw new Problem('bad_request', [faultAt('of', 'invalid')])
    const change = { days, isOther: query.rule === 'other', now }
    const { dates, goes } = await changedDates(of, { start, end, timezone, field, place }, change)
    const byId = new Map(dates.map((date) => [date.eventId, date]))
    return {
      planned: dates.flatMap((date) => takenBy(date)),
      changed: (row) => byId.get(row.eventId) ?? (goes(row) ? undefined : asItIs(row)),
    }
  }
  const clocks = clocksOf({ start, end, timezone })
  return { planned: days.flatMap((day) => occurrenceOn(day, clocks) ?? []).map(taken), changed: asItIs }
}
const asItIs = (event: Event) => (isThere(event) && !event.cancelled ? event : undefined)
const takenBy = ({ eventId, start, end, field, location }: Event): Taken[] =>
  location ? [{ eventId, start, end, field, place: location.name }] : []

/** The club's events that last into one of these spans; days that follow each other are read as one. */
async function during(organizationId: string, spans: readonly Span[]): Promise<Event[]> {
  const ranges: Span[] = []
  for (const { start, end } of spans.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    const [from, before] = [addHours(start, -lookBackHours), ranges.at(-1)]
    if (before && from <= before.end) before.end = end > before.end ? end : before.end
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
