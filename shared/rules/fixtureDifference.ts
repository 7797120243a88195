import { dayIn } from './days.ts'
import type { Fixture } from './fixtures.ts'
import { fold } from './textMatching.ts'

/** An existing event. */
export type ExistingEvent = {
  id: string
  name: string
  start: string
  end: string
  timezone: string
  field: string
  orgUnit: { id: string }
  location: { name: string } | null
}
export type ComparedFixture<Event extends ExistingEvent> = {
  fixture: Fixture
  eventId: string
  state: 'new' | 'changed' | 'same'
  event?: Event
}

/**
 * How a list differs from the existing events. A fixture matches the event created from it before (`idOf`), or one of the same
 * name on the same day, no matter who created it. `gone`: coming events between the list's first and last that are not in it.
 */
export function compareFixtures<Event extends ExistingEvent>(
  fixtures: readonly Fixture[],
  events: readonly Event[],
  { idOf, now }: { idOf: (fixture: Fixture) => string; now: string },
): { rows: ComparedFixture<Event>[]; gone: Event[] } {
  const byId = new Map(events.map((event) => [event.id, event]))
  const byDay = new Map(events.map((event) => [dayKey(event.orgUnit.id, event), event]))
  const matchedIds = new Set<string>()
  const rows = fixtures.map((fixture): ComparedFixture<Event> => {
    const eventId = idOf(fixture)
    const event = byId.get(eventId) ?? byDay.get(dayKey(fixture.team.id, fixture))
    if (!event || matchedIds.has(event.id)) return { fixture, eventId, state: 'new' }
    matchedIds.add(event.id)
    return { fixture, eventId: event.id, state: isAsListed(fixture, event) ? 'same' : 'changed', event }
  })
  const starts = fixtures.map(({ start }) => start).toSorted()
  const [first = '', last = ''] = [starts[0], starts.at(-1)]
  const units = new Set(fixtures.map(({ team }) => team.id))
  const missing = events.filter(
    ({ id, start, orgUnit }) =>
      !matchedIds.has(id) && units.has(orgUnit.id) && start > now && start >= first && start <= last,
  )
  return { rows, gone: missing }
}

type Named = Pick<ExistingEvent, 'name' | 'start' | 'timezone'>
const dayKey = (unit: string, { name, start, timezone }: Named) => `${unit} ${fold(name)} ${dayIn(start, timezone)}`

/** Details that the list leaves out are as the club has them. */
const isAsListed = (fixture: Fixture, event: ExistingEvent): boolean =>
  fixture.name === event.name &&
  Date.parse(fixture.start) === Date.parse(event.start) &&
  (!fixture.hasEnd || Date.parse(fixture.end) === Date.parse(event.end)) &&
  (!fixture.field || fixture.field === event.field) &&
  (!fixture.place || fold(fixture.place) === fold(event.location?.name ?? ''))
