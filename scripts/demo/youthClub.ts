import type { Venue } from '#functions/table/venues.ts'
import { addDays } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { splitName } from '#shared/rules/names.ts'
import type { PlayerField } from '#shared/rules/organizations.ts'
import { after, type Club, hour, type Squad, typed } from './club.ts'
import { demoPart } from './ids.ts'

/**
 * A small youth club around a day, all of it made up. Someone has something on every day from four weeks before it to
 * eight weeks after it.
 */
const name = 'Riverside Youth (Demo)'
const organizationId = demoPart('o', name)
const timezone = 'America/Chicago'
const sport = { name: 'Soccer', fieldLabel: 'Field' }

const rosters = {
  'U10 Otters':
    'Leo Moreno, Ava Lindqvist, Sam Okafor, Ines Duarte, Tom Becker, Yuki Tanabe, Omar Haddad, Lily Novak, Finn Walsh, Zoe Marchetti',
  'U12 Falcons':
    'Mia Moreno, Noa Moreno, Ada Okafor, Ben Lindqvist, Carla Duarte, Deniz Yildiz, Elif Kaya, Felix Becker, Grace Walsh, Hugo Marchetti, Iris Novak, Jonas Vogt, Kira Petrov, Luca Rossi',
  'U14 Herons':
    'Max Lindqvist, Nina Petrov, Oskar Vogt, Pia Rossi, Quinn Haddad, Rosa Duarte, Said Kaya, Tara Yildiz, Uma Tanabe, Vera Novak, Will Walsh',
} as const
type TeamName = keyof typeof rosters

/** Every second day each, so that the two teams of the same families take turns. */
const rhythm: Record<TeamName, (offset: number) => boolean> = {
  'U10 Otters': (offset) => offset % 2 !== 0 || offset === 0,
  'U12 Falcons': (offset) => offset % 2 === 0,
  'U14 Herons': (offset) => offset % 3 === 0,
}

const park = {
  name: 'Riverside Park',
  address: '1200 River Road',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
}

/** Where the club plays, and the gym of one of its teams. */
export const youthVenues = (teamId: string): Venue[] => [
  {
    ...park,
    venueId: `${organizationId}.${demoPart('v', park.name)}`,
    mapUrl: '',
    fields: ['1', '2', '3'],
  },
  {
    venueId: `${teamId}.${demoPart('v', 'Lincoln School Gym')}`,
    name: 'Lincoln School Gym',
    address: '48 Lincoln Avenue',
    city: 'Springfield',
    state: 'IL',
    zip: '62702',
    mapUrl: '',
    fields: [],
  },
]

export const youthPlayer = (playerName: string): string => `${organizationId}.${demoPart('p', playerName)}`
/** Plays in two teams. */
export const playerInTwoTeams = { name: 'Ada Okafor', second: 'U14 Herons' } as const
/** In the club, and on no team yet; the second one is there twice. */
export const playersOnNoTeam = ['Paul Becker', 'Inês Duarte']
/** What the club asks of its players beside what everybody asks. */
const playerFields: PlayerField[] = [
  { id: 'school', name: 'School', type: 'TEXT', choices: [], required: false },
  { id: 'shirt', name: 'Shirt size', type: 'CHOICE', choices: ['XS', 'S', 'M', 'L'], required: false },
  { id: 'rides', name: 'May ride with other parents', type: 'YES_NO', choices: [], required: false },
]

export function youthClub({ today }: { today: string }): Club {
  const squads = (Object.keys(rosters) as TeamName[]).map((teamName) => squad(teamName, today))
  const has = { country: 'US', academyEnabled: true, customRegistrationEnabled: true, playerFields }
  return { organization: { organizationId, name, sport, timezone, ...has }, squads }
}

function squad(teamName: TeamName, today: string): Squad {
  const teamId = `${organizationId}.${demoPart('t', teamName)}`
  const team = { teamId, name: teamName, organizationName: name, sport, isRosterVisible: teamName !== 'U14 Herons' }
  const players = rosters[teamName].split(', ').map((playerName, i) => ({
    playerId: youthPlayer(playerName),
    ...splitName(playerName),
    number: String(i + 1),
  }))
  const offsets = Array.from({ length: 85 }, (_, i) => i - 28).filter(rhythm[teamName])
  return { team, players, events: offsets.map((offset) => event(team, addDays(today, offset))) }
}

function event(team: { teamId: string; name: string }, day: string) {
  const weekend = Temporal.PlainDate.from(day).dayOfWeek >= 6
  const start = instantOf(day, weekend ? '10:00' : '17:30', timezone)
  return {
    eventId: `${team.teamId}.${demoPart('e', `${team.name} ${day}`)}`,
    name: weekend ? 'League game' : 'Practice',
    description: weekend ? 'Meet 30 minutes before. White shirts.' : 'Bring water and both shirts.',
    start,
    end: after(start, 1.5 * hour),
    timezone,
    field: weekend ? '1' : '3',
    ...typed(weekend ? 'game' : 'practice'),
    teamName: team.name,
    fieldLabel: sport.fieldLabel,
    location: park,
  }
}
