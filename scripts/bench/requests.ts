import { gzipSync } from 'node:zlib'
import { demoPart } from '../demo/ids.ts'
import { worldCup } from '../demo/worldCup.ts'
import type { Bench } from './cloud.ts'
import { type Figure, percentiles } from './report.ts'
import { stamp } from './stamp.ts'

/** How often a request is timed, after warm-up runs. */
const repetitions = 200
const warmUp = 20
const rosterOf650 = 650

type Today = { todaysEvents: { invite: { id: string } | null; player: { id: string } | null }[] }
type Teams = { organizations: { id: string; name: string; teams: { id: string }[] }[]; players: { id: string }[] }

const startUtc = () => Temporal.Now.zonedDateTimeISO('America/Chicago').startOfDay().toInstant().toString()

/** The cost of the most important requests at the table and on the wire, and their duration over HTTP. */
export async function requestFigures(bench: Bench): Promise<Figure[]> {
  const { players } = JSON.parse((await bench.get('/api/v1/playersAndTeams', 'parent')).text) as Teams
  const today = `/api/v1/today?startUtc=${startUtc()}&players=${players.map(({ id }) => id).join(',')}`
  const oneClubFigures = await todayFigures(bench, today, '1 club')
  const answer = await answerPath(bench, today)
  await bench.get(answer, 'parent')
  const answered = await bench.lastCost('GET /user/updateInviteStatus/{inviteFile}')
  await bench.get('/api/v1/playersAndTeams', 'admin')
  const selected = await bench.lastCost('GET /api/v1/playersAndTeams')
  const { id: coach } = JSON.parse((await bench.get('/rest-api/users/profile', 'coach')).text) as { id: string }
  const team = await bigTeam(coach)
  const figures: Figure[] = [
    ...oneClubFigures,
    { what: 'an answer: round trips one after another', value: answered.trips, unit: 'trips', atMost: 2 },
    { what: 'an answer: write units', value: answered.writeUnits, unit: 'units' },
    {
      what: 'players and teams of an administrator of 60 teams',
      value: selected.readUnits,
      unit: 'read units',
      // The administrator's own rows, and the lists of teams of two organizations, the longer one of 48.
      atMost: 6,
    },
    ...(await timed(bench, 'Today', () => today)),
    ...(await timed(bench, 'an answer', (i) => answer.replace('Accepted', i % 2 ? 'Accepted' : 'Declined'))),
    ...(await timed(bench, `a roster of ${rosterOf650}`, () => `/api/v1/team/${team}`, 'coach')),
  ]
  await copies(9)
  return [...figures, ...(await todayFigures(bench, today, '10 clubs'))]
}

async function todayFigures(bench: Bench, path: string, clubs: string): Promise<Figure[]> {
  const { text } = await bench.get(path, 'parent')
  const { trips, readUnits } = await bench.lastCost('GET /api/v1/today')
  return [
    { what: `Today of a parent among ${clubs}: round trips`, value: trips, unit: 'trips', atMost: 1 },
    {
      what: `Today of a parent among ${clubs}: units with the access read`,
      value: readUnits,
      unit: 'read units',
      atMost: 2.5,
    },
    {
      what: `Today of a parent among ${clubs}: answer`,
      value: gzipSync(text, { level: 9 }).length / 1024,
      unit: 'KB gz',
      atMost: 2,
    },
  ]
}

async function answerPath(bench: Bench, today: string): Promise<string> {
  const { todaysEvents } = JSON.parse((await bench.get(today, 'parent')).text) as Today
  const invite = todaysEvents.find((entry) => entry.invite)?.invite
  if (!invite) throw new Error('The demo has nothing on today.')
  return `/user/updateInviteStatus/${invite.id}.json?format=json&status=Accepted`
}

async function timed(
  bench: Bench,
  what: string,
  path: (i: number) => string,
  account: 'parent' | 'coach' = 'parent',
): Promise<Figure[]> {
  const ms: number[] = []
  for (let i = 0; i < warmUp + repetitions; i++) {
    const answer = await bench.get(path(i), account)
    if (i >= warmUp) ms.push(answer.ms)
  }
  const { p50, p95 } = percentiles(ms)
  return [
    { what: `${what} over HTTP, p50`, value: p50, unit: 'ms' },
    { what: `${what} over HTTP, p95`, value: p95, unit: 'ms' },
  ]
}

/** A team of 650 players that the demo's coach coaches. */
async function bigTeam(coach: string): Promise<string> {
  const { teamAdministrators } = await import('#functions/table/administrators.ts')
  const { teamPlayers } = await import('#functions/table/rosters.ts')
  const { write } = await import('#functions/table/table.ts')
  const { teams } = await import('#functions/table/teams.ts')
  const club = worldCup()
  const { organizationId } = club.organization
  const teamId = `${organizationId}.${demoPart('t', 'bench')}`
  const [first] = club.squads
  if (!first) throw new Error('The World Cup has no teams.')
  const team = { ...first.team, teamId, name: 'Everyone' }
  await write(stamp, ...teams.createUnlicensed(team))
  const players = club.squads.flatMap(({ players }) => players).slice(0, rosterOf650)
  await teamPlayers.addNew(
    stamp,
    players.map((player, i) => ({ ...player, playerId: `${organizationId}.${demoPart('p', `bench ${i}`)}` })),
    team,
  )
  const carmen = { userId: coach, firstName: 'Carmen', lastName: 'Coach', flags: ['canEditPlayers' as const] }
  await write(stamp, ...teamAdministrators.appoint(team, carmen))
  return teamId
}

/** Adds further clubs of the same size. */
async function copies(count: number) {
  const { seedClub } = await import('../demo/seed.ts')
  for (let copy = 1; copy <= count; copy++) await seedClub(stamp, worldCup({ copy }), { isMoved: true })
}
