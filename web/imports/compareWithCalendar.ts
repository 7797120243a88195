import { isId } from '#shared/ids.ts'
import { addDays } from '#shared/rules/days.ts'
import { compareFixtures, type ComparedFixture } from '#shared/rules/fixtureDifference.ts'
import type { Fixture } from '#shared/rules/fixtures.ts'
import { type AnswerOf, callApi } from '../api.ts'
import type { ImportAction, ExistingEvent } from './actions.ts'
import { eventIdsOf } from './eventIds.ts'

const LIST = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
export type Difference = {
  rows: ComparedFixture<ExistingEvent>[]
  gone: ExistingEvent[]
  /** Ids of deleted events, which are restored instead of created. */
  deleted: ReadonlySet<string>
}

const handles = { handles: ['failures'] } as const

/** How a list differs from the calendar of a team, or of a club with all its teams. */
export async function compareWithCalendar(
  orgUnitId: string,
  fixtures: readonly Fixture[],
  now: string,
): Promise<Difference> {
  const teams = [...new Set(fixtures.map(({ team }) => team.id))]
  const [events, deleted, ids] = await Promise.all([
    readEventsAround(orgUnitId, fixtures),
    readDeletedIds(teams),
    eventIdsOf(fixtures),
  ])
  const idOf = ({ key }: Fixture) => ids.get(key) ?? ''
  return { ...compareFixtures(fixtures, events, { idOf, now }), deleted }
}

/** The actions to apply; events that the list no longer has are removed only if chosen. */
export function toActions({ rows, gone, deleted }: Difference, removedIds: ReadonlySet<string>): ImportAction[] {
  return [
    ...rows.flatMap(({ state, eventId, fixture }): ImportAction[] => {
      if (state === 'same') return []
      if (state === 'changed') return [{ does: 'change', eventId, fixture }]
      return [{ does: 'add', eventId, fixture, deleted: deleted.has(eventId) }]
    }),
    ...gone.filter(({ id }) => removedIds.has(id)).map(({ id }): ImportAction => ({ does: 'remove', eventId: id })),
  ]
}

/** A club's calendar is read in ranges of this many days. */
const daysPerRead = 60
/** Listed events may have been moved: this many days before and after the list are read too. */
const marginDays = 30

async function readEventsAround(orgUnitId: string, fixtures: readonly Fixture[]): Promise<ExistingEvent[]> {
  const days = fixtures.map(({ start }) => start.slice(0, 10)).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const [from, to] = [addDays(first, -marginDays), addDays(last, marginDays)]
  const eventList: ExistingEvent[] = []
  for (let start = from; start < to; start = addDays(start, daysPerRead))
    eventList.push(...(await readEvents(orgUnitId, start, addDays(start, daysPerRead))))
  // An event moved during the read appears in two ranges.
  return [...new Map(eventList.map((event) => [event.id, event])).values()]
}

async function readEvents(orgUnitId: string, start: string, end: string): Promise<ExistingEvent[]> {
  const related = isId('organization', orgUnitId) ? { related: 'true' as const } : {}
  const eventList: ExistingEvent[] = []
  let cursor: string | null = null
  do {
    const query = { start, end, ...related, ...(cursor !== null && { cursor }) }
    const page: AnswerOf<typeof LIST> = await callApi(LIST, { orgUnitId, query }, handles)
    eventList.push(...page.events)
    cursor = page.cursor
  } while (cursor !== null)
  return eventList
}

async function readDeletedIds(teams: readonly string[]): Promise<ReadonlySet<string>> {
  const lists = []
  // Sequential, since a club can have dozens of teams and other users share the server.
  for (const orgUnitId of teams)
    lists.push(await callApi('GET /rest-api/calendar/deleted/{orgUnitId}', { orgUnitId }, handles))
  return new Set(lists.flatMap(({ events }) => events.map(({ id }) => id)))
}
