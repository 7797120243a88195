import { readFileSync } from 'node:fs'
import type { Place } from '#functions/table/events.ts'
import { addDays } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { splitName } from '#shared/rules/nameInput.ts'
import { addMinutes, type Club, hour, withEventType } from './club.ts'
import { demoPart } from './ids.ts'

type TeamFile = { name: string; name_normalised?: string; fifa_code: string; group: string }
type SquadFile = { fifa_code: string; players: { number: number; pos: string; name: string; date_of_birth: string }[] }
type Stadium = { city: string; name: string; coords: string }
export type Match = {
  date: string
  time: string
  team1: string
  team2: string
  ground: string
  round: string
  group?: string
}

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`./worldcup-2026/${name}.json`, import.meta.url), 'utf8')) as T

/** The files contain an offset for that summer; the zone gives it for any other day. */
const zones: Record<string, string> = {
  Vancouver: 'America/Vancouver',
  Seattle: 'America/Los_Angeles',
  'San Francisco Bay Area (Santa Clara)': 'America/Los_Angeles',
  'Los Angeles (Inglewood)': 'America/Los_Angeles',
  'Guadalajara (Zapopan)': 'America/Mexico_City',
  'Mexico City': 'America/Mexico_City',
  'Monterrey (Guadalupe)': 'America/Monterrey',
  Houston: 'America/Chicago',
  'Dallas (Arlington)': 'America/Chicago',
  'Kansas City': 'America/Chicago',
  Atlanta: 'America/New_York',
  'Miami (Miami Gardens)': 'America/New_York',
  Toronto: 'America/Toronto',
  'Boston (Foxborough)': 'America/New_York',
  Philadelphia: 'America/New_York',
  'New York/New Jersey (East Rutherford)': 'America/New_York',
}

export const matches = (): Match[] => read<{ matches: Match[] }>('worldcup').matches

/**
 * The World Cup as one club: 48 teams, 1,248 players, 104 matches, each in both teams' calendars. `days` moves the
 * whole tournament so that a demo has something on today; clock times stay those of the venue. `copy` creates further
 * clubs. `groups`, as `AB`, only includes the teams of these groups.
 */
export function worldCup({
  days = 0,
  copy = 0,
  groups = 'ABCDEFGHIJKL',
}: {
  days?: number | undefined
  copy?: number | undefined
  groups?: string | undefined
} = {}): Club {
  const mark = copy === 0 ? '' : ` ${copy + 1}`
  const name = `World Cup 2026${mark}`
  const organizationId = demoPart('o', name)
  const sport = { name: 'Soccer', fieldLabel: 'Pitch' }
  const squadOf = new Map(read<SquadFile[]>('worldcup.squads').map((squad) => [squad.fifa_code, squad.players]))
  const fixtures = matches()

  const files = read<TeamFile[]>('worldcup.teams').filter(({ group }) => groups.includes(group))
  const squads = files.map((file) => {
    const teamId = `${organizationId}.${demoPart('t', file.fifa_code)}`
    const team = { teamId, name: file.name, organizationName: name, sport, isRosterVisible: true }
    const players = (squadOf.get(file.fifa_code) ?? []).map((player) => ({
      playerId: `${organizationId}.${demoPart('p', `${file.fifa_code} ${player.name} ${player.number}`)}`,
      ...splitName(player.name),
      number: String(player.number),
      position: player.pos,
      bornOn: player.date_of_birth,
    }))
    const events = fixtures
      .filter(({ team1, team2 }) => team1 === file.name || team2 === file.name)
      .map((match) => matchEvent(match, team, days))
    return { team, players, events }
  })
  return { organization: { organizationId, name, sport, timezone: 'America/Chicago' }, squads }
}

const places = new Map(read<{ stadiums: Stadium[] }>('worldcup.stadiums').stadiums.map((s) => [s.city, s]))

function matchEvent(match: Match, team: { teamId: string; name: string; sport: { fieldLabel: string } }, days: number) {
  const timezone = zones[match.ground]
  if (!timezone) throw new Error(`No time zone is known for ${match.ground}.`)
  const [clock = ''] = match.time.split(' ')
  const start = instantOf(addDays(match.date, days), clock, timezone)
  return {
    eventId: `${team.teamId}.${demoPart('e', `${match.date} ${match.team1} ${match.team2}`)}`,
    name: `${match.team1} – ${match.team2}`,
    description: [match.round, match.group].filter(Boolean).join(', '),
    start,
    end: addMinutes(start, 2 * hour),
    timezone,
    field: '',
    ...withEventType('game'),
    teamName: team.name,
    fieldLabel: team.sport.fieldLabel,
    location: placeOf(match.ground),
  }
}

function placeOf(ground: string): Place {
  const stadium = places.get(ground)
  if (!stadium) throw new Error(`No venue is known for ${ground}.`)
  const query = degrees(stadium.coords).join(',')
  const mapUrl = `https://www.google.com/maps/search/?api=1&query=${query}`
  return { name: stadium.name, address: '', city: ground, state: '', zip: '', mapUrl, global: true }
}

/** Parses `49°16'36"N 123°6'43"W` or `37.403°N 121.970°W` into degrees north and east. */
const degrees = (coords: string): number[] =>
  [...coords.matchAll(/([\d.]+)°(?:(\d+)'([\d.]+)")?([NSEW])/g)].map(([, d, m = 0, s = 0, hemisphere]) => {
    const size = Number(d) + Number(m) / 60 + Number(s) / 3600
    return Number((hemisphere === 'S' || hemisphere === 'W' ? -size : size).toFixed(5))
  })
