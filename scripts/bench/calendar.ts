import { addDays } from '#shared/rules/days.ts'
import { demoPart } from '../demo/ids.ts'
import { worldCup } from '../demo/worldCup.ts'
import type { Bench } from './cloud.ts'
import { monthScreenFigures } from './monthScreen.ts'
import { type Figure, percentiles } from './report.ts'
import { stamp } from './stamp.ts'

const MONTH = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
const CREATE = 'POST /rest-api/calendar/events/{orgUnitId}'
const EDIT = 'PUT /rest-api/calendar/event/{eventId}'
const FEED = 'GET /rest-api/calendar/feed/{feedFile}'
/** A month without events in the demo. */
const month = { start: '2031-03-01', end: '2031-04-01' }
/** A month without changes for this long is packed. */
const restMs = 65_000
/** How often a calendar link is timed. */
const repetitions = 30

/** The cost of calendars: a team's month and a club's, creating and moving an event, a link for calendar apps. */
export async function calendarFigures(bench: Bench): Promise<Figure[]> {
  const club = worldCup()
  const { organizationId } = club.organization
  const [squad, ...otherSquads] = club.squads
  if (!squad) throw new Error('The World Cup has no teams.')
  const { teamId } = squad.team
  const eventCount = await plan(squad, otherSquads)
  const seasonOf = await season(otherSquads)
  const clubMonth = `/api/v1/teamEventsByMonth/${organizationId}?start=${month.start}&end=${month.end}&related=true`
  const restsUntil = Date.now() + restMs

  await bench.get(`/api/v1/teamEventsByMonth/${teamId}?start=${month.start}&end=${month.end}`, 'admin')
  const ofTeam = await bench.lastCost(MONTH)
  const eventId = `${teamId}.${demoPart('e', 'bench, new')}`
  const newEvent = {
    ...{ name: 'Practice', description: 'Bring water.', field: '2', eventTypeId: 'practice', timezone: 'UTC' },
    ...{ start: '2031-05-06T17:30:00Z', end: '2031-05-06T19:00:00Z', location: null, answerBy: null },
  }
  const created = await bench.send('POST', `/rest-api/calendar/events/${teamId}`, 'admin', {
    ...{ ...newEvent, eventId, invite: 'everybody', mail: false },
  })
  const createCost = await bench.lastCost(CREATE)
  const { invited } = JSON.parse(created.text) as { invited: number }
  const movedEvent = { ...newEvent, start: '2031-05-07T17:30:00Z', end: '2031-05-07T19:00:00Z' }
  await bench.send('PUT', `/rest-api/calendar/event/${eventId}`, 'admin', {
    ...{ ...movedEvent, revision: 1, askAgain: false, tell: false },
  })
  const editCost = await bench.lastCost(EDIT)
  const following = await bench.costWith(`"outcome":"${invited} copies"`)

  const feed = await feedFigures(bench, seasonOf)
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, restsUntil - Date.now())))
  await bench.get(clubMonth, 'admin')
  await bench.get(clubMonth, 'admin')
  const ofClub = await bench.lastCost(MONTH)
  const { events } = JSON.parse((await bench.get(clubMonth, 'admin')).text) as { events: unknown[] }
  const access = await accessUnits(bench)
  return [
    {
      what: 'a team’s month of 30 events, beside the access read',
      value: ofTeam.readUnits - access,
      unit: 'read units',
      atMost: 3,
    },
    { what: 'the access read of the same', value: access, unit: 'read units' },
    { what: 'a team’s month of 30 events: round trips', value: ofTeam.trips, unit: 'trips', atMost: 1 },
    { what: 'a club’s month: its events', value: events.length, unit: 'events', atLeast: eventCount },
    {
      what: 'a club’s month of 600 events, with the access read',
      value: ofClub.readUnits,
      unit: 'read units',
      atMost: 12,
    },
    { what: 'a new event: players invited', value: invited, unit: 'invites', atLeast: 25 },
    {
      what: 'a new event of 26 players: round trips after the access read',
      value: createCost.trips - 1,
      unit: 'trips',
      atMost: 2,
    },
    { what: 'a new event of 26 players', value: createCost.writeUnits, unit: 'write units' },
    { what: 'an event that moves', value: editCost.writeUnits, unit: 'write units' },
    { what: 'an invite that follows it', value: following.writeUnits / invited, unit: 'write units', atMost: 3 },
    ...feed,
    ...(await monthScreenFigures(bench, organizationId)),
  ]
}

/** The cost of reading the administrator's access, which is part of each of their requests. */
async function accessUnits(bench: Bench): Promise<number> {
  const { meOf } = await import('#functions/table/me.ts')
  const { runMetered } = await import('#functions/table/meter.ts')
  const { id: userId } = JSON.parse((await bench.get('/rest-api/users/profile', 'admin')).text) as { id: string }
  return runMetered(async (meter) => {
    await meOf({ userId })
    return meter.readUnits
  })
}

type Squad = ReturnType<typeof worldCup>['squads'][number]
type Day = { hour: number; at: string }

/** An event like the club's, on a day and at an hour in UTC. */
function eventAt({ team, events }: Squad, name: string, { at, hour }: Day) {
  const [match] = events
  if (!match) throw new Error('A team of the World Cup has no matches.')
  const [start, end] = [`${at}T${hour}:00:00Z`, `${at}T${hour}:45:00Z`]
  return { ...match, eventId: `${team.teamId}.${demoPart('e', `bench ${name}`)}`, start, end, timezone: 'UTC' }
}

async function writeEvents(newEvents: ReturnType<typeof eventAt>[]): Promise<void> {
  const { events } = await import('#functions/table/events.ts')
  const { chunks } = await import('#functions/table/chunks.ts')
  const { write } = await import('#functions/table/table.ts')
  for (const part of chunks(newEvents, 25)) await write(stamp, ...part.map((event) => events.create(event)))
}

/** Creates 30 events of one team and 570 of the others, in one month. */
async function plan(squad: Squad, others: readonly Squad[]): Promise<number> {
  const ownEvents = Array.from({ length: 600 }, (_, i) => {
    const at = `2031-03-${String((i % 30) + 1).padStart(2, '0')}`
    return eventAt((i < 30 ? squad : others[i % others.length]) ?? squad, String(i), { at, hour: 10 + (i % 9) })
  })
  await writeEvents(ownEvents)
  return ownEvents.length
}

/** Creates 120 upcoming events of a team. */
async function season([squad]: readonly Squad[]): Promise<string> {
  if (!squad) throw new Error('The World Cup has one team.')
  const today = stamp.at.slice(0, 10)
  const otherEvents = Array.from({ length: 120 }, (_, i) =>
    eventAt(squad, `season ${i}`, { at: addDays(today, i + 1), hour: 15 }),
  )
  await writeEvents(otherEvents)
  return squad.team.teamId
}

/** The cost of a team's calendar link with 120 events, as a calendar app fetches it. */
async function feedFigures(bench: Bench, teamId: string): Promise<Figure[]> {
  const body = { feedId: 'bench-bench-bench-benc', label: 'Bench', language: 'en' }
  const { path } = JSON.parse((await bench.send('POST', `/rest-api/feeds/team/${teamId}`, 'admin', body)).text) as {
    path: string
  }
  const fetched = async (etag = '') => {
    const startedAt = performance.now()
    const answer = await fetch(bench.cloud.origin + path, { headers: { 'if-none-match': etag } })
    const text = await answer.text()
    return { ms: performance.now() - startedAt, etag: answer.headers.get('etag') ?? '', text }
  }
  const medianOf = (list: number[]) => percentiles(list).p50
  await fetched()
  const [answerTimes, answers]: [number[], number[]] = [[], []]
  for (let i = 0; i < repetitions; i++) {
    // Alternating, so that a busy machine affects both alike.
    answerTimes.push((await fetched()).ms)
    answers.push(
      (await bench.get(`/api/v1/teamEventsByMonth/${teamId}?start=${month.start}&end=${month.end}`, 'admin')).ms,
    )
  }
  const fullCost = await bench.lastCost(FEED)
  const { etag, text } = await fetched()
  await fetched(etag)
  const unchangedCost = await bench.lastCost(FEED)
  return [
    { what: 'a calendar link: its events', value: text.split('BEGIN:VEVENT').length - 1, unit: 'events', atLeast: 120 },
    { what: 'a calendar link of 120 events', value: fullCost.readUnits, unit: 'read units', atMost: 4 },
    {
      what: 'a calendar link of 120 events, nothing new',
      value: unchangedCost.readUnits,
      unit: 'read units',
      atMost: 1,
    },
    {
      what: 'a calendar link of 120 events over HTTP, times the answer of a month',
      value: medianOf(answerTimes) / medianOf(answers),
      unit: 'ratio',
      atMost: 2,
    },
  ]
}
