import type { planning } from '#shared/api/planning.ts'
import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { type Access, flagsOn } from '#shared/permissions.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { maxEventDays } from '#shared/rules/eventForm.ts'
import { occurrenceOn } from '#shared/rules/recurrence.ts'
import type { CallOf } from '../serve.ts'
import { type Event, events, isVisible } from '../table/events.ts'
import { chunks } from '../table/chunks.ts'
import { all, type Range } from '../table/table.ts'
import { changedDates } from './changedDates.ts'
import { clocksOf } from './dates.ts'
import { readOrgUnit } from './orgUnit.ts'
import { instant } from './eventContent.ts'

/** How many hours before a span a running event may have started. At a place, longer ones are camps, which share it. */
const lookBackHours = { ofTeam: maxEventDays * 24, atPlace: 24 }

/** The most clashes returned; nobody reads more. */
const maxReported = 100
/** How many ranges are read at the same time. */
const concurrency = 8

type ClashQuery = CallOf<typeof planning, 'GET /rest-api/calendar/clashes/{orgUnitId}'>['query']

/**
 * The events that overlap with the given times: those of the team anywhere, and those of the club at the given place. An event without a
 * field occupies the whole place. Dates of a series that is being changed are taken with their new times.
 */
export async function listClashes({
  params: { orgUnitId },
  query,
  now,
  me,
}: CallOf<typeof planning, 'GET /rest-api/calendar/clashes/{orgUnitId}'>) {
  const planPromise = planOf(query, orgUnitId, now)
  const [{ planned, changed }, { access }] = await Promise.all([planPromise, me, readOrgUnit(orgUnitId)])
  const teamId = teamOf(orgUnitId)
  const [teamEvents, atPlace] = await Promise.all([
    teamId === undefined ? [] : during(planned, lookBackHours.ofTeam, (...span) => events.between(teamId, ...span)),
    planned.every(({ place }) => place === undefined)
      ? []
      : during(planned, lookBackHours.atPlace, (...span) => events.ofClubBetween(organizationOf(orgUnitId), ...span)),
  ])
  const rows = new Map([...atPlace, ...teamEvents].map((row) => [row.eventId, row]))
  const changedEvents = [...rows.values()].flatMap((row) => changed(row) ?? [])
  const isOwn = ({ eventId }: Event) => teamId !== undefined && orgUnitOf(eventId) === teamId
  const clashing = changedEvents.filter((event) => planned.some((each) => clash(each, event, isOwn(event))))
  const sortedClashes = clashing.toSorted((one, other) => (one.start < other.start ? -1 : 1))
  return { events: sortedClashes.slice(0, maxReported).map((event) => clashCard(access, event)) }
}

/** A time span that occupies the team, and a place if it has one. `eventId`: set if the event exists already. */
type Span = { start: string; end: string }
type Occupied = Span & { field: string; place: string | undefined; eventId: string | undefined }
const clash = (planned: Occupied, event: Event, isOwn: boolean) =>
  planned.eventId !== event.eventId &&
  (isOwn || isAtPlaceOf(planned, event)) &&
  event.start < planned.end &&
  event.end > planned.start

const isAtPlaceOf = ({ place, field }: Occupied, event: Event) =>
  place !== undefined && place === event.location?.name && sharesField(field, event.field)

/** What is planned, and where an existing event will be after the change, if anywhere. */
type Plan = { planned: Occupied[]; changed: (row: Event) => Event | undefined }

async function planOf({ of, ...query }: ClashQuery, orgUnitId: string, now: string): Promise<Plan> {
  const [start, end] = [instant(query.start), instant(query.end)]
  if (end < start || end > addHours(start, maxEventDays * 24))
    throw new Problem('bad_request', [faultAt('end', 'invalid')])
  const { place, field = '', timezone } = query
  const toOccupied = (span: Span): Occupied => ({ ...span, field, place, eventId: undefined })
  if (query.days === undefined) return { planned: [toOccupied({ start, end })], changed: ifTakingPlace }
  if (timezone === undefined) throw new Problem('bad_request', [faultAt('timezone', 'required')])
  const days = query.days.split(',')
  if (of !== undefined) {
    if (orgUnitOf(of) !== orgUnitId) throw new Problem('bad_request', [faultAt('of', 'invalid')])
    const change = { days, isOther: query.rule === 'other', now }
    const { dates, goes: isRemoved } = await changedDates(of, { start, end, timezone, field, place }, change)
    const byId = new Map(dates.map((date) => [date.eventId, date]))
    return {
      planned: dates.map(occupiedBy),
      changed: (row) => byId.get(row.eventId) ?? (isRemoved(row) ? undefined : ifTakingPlace(row)),
    }
  }
  const clocks = clocksOf({ start, end, timezone })
  return { planned: days.flatMap((day) => occurrenceOn(day, clocks) ?? []).map(toOccupied), changed: ifTakingPlace }
}
const ifTakingPlace = (event: Event) => (isVisible(event) && !event.cancelled ? event : undefined)
const occupiedBy = ({ eventId, start, end, field, location }: Event): Occupied => ({
  ...{ eventId, start, end, field },
  place: location?.name,
})

/** The events that overlap these spans; consecutive days are read as one range. */
async function during(
  spans: readonly Span[],
  lookBack: number,
  between: (from: string, to: string) => Range,
): Promise<Event[]> {
  const ranges: Span[] = []
  for (const { start, end } of spans.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    const [from, lastRange] = [addHours(start, -lookBack), ranges.at(-1)]
    if (lastRange && from <= lastRange.end) lastRange.end = end > lastRange.end ? end : lastRange.end
    else ranges.push({ start: from, end })
  }
  const rows: Event[] = []
  for (const part of chunks(ranges, concurrency)) {
    const reads = part.map(({ start, end }) => all<Event>(between(start, end)))
    rows.push(...(await Promise.all(reads)).flat())
  }
  return rows
}

/** For teams on which the caller has no rights, only the time and place are shown, not the name. */
function clashCard(access: Access, { eventId, name, start, end, timezone, field, teamName }: Event) {
  const teamId = teamOf(eventId)
  const isKnown = teamId === undefined || flagsOn(access, { organizationId: organizationOf(eventId), teamId }).size > 0
  const orgUnit = { id: orgUnitOf(eventId), name: teamName }
  return { id: eventId, name: isKnown ? name : null, start, end, timezone, field, orgUnit }
}

const sharesField = (one: string, other: string) => one === '' || other === '' || one === other
