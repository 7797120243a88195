import type { Venue } from '#functions/table/venues.ts'
import { addDays } from '#shared/rules/days.ts'
import { instantOf } from '#shared/rules/wallClock.ts'
import { splitName } from '#shared/rules/nameInput.ts'
import { fullName } from '#shared/rules/names.ts'
import type { PlayerField } from '#shared/rules/organizations.ts'
import { addMinutes, type Club, hour, type Squad, withEventType } from './club.ts'
import { demoPart } from './ids.ts'
import { type TeamMeeting, type WeeklyTeam, weeklyTeams } from './weeklyTeams.ts'

/**
 * A fictional small youth club around a day, half-way through its season. Three of its twelve teams meet every second
 * or third day, so that someone has something on every day from four weeks before it to eight weeks after it; the
 * others meet once a week.
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

/** Two of them meet every second day, alternating, because they have the same families. */
const rhythm: Record<TeamName, (offset: number) => boolean> = {
  'U10 Otters': (offset) => offset % 2 !== 0 || offset === 0,
  'U12 Falcons': (offset) => offset % 2 === 0,
  'U14 Herons': (offset) => offset % 3 === 0,
}

const parkVenue = {
  name: 'Riverside Park',
  address: '1200 River Road',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
}

/** The club's venues, and the gym of one of its teams. */
export const youthVenues = (teamId: string): Venue[] => [
  {
    ...parkVenue,
    venueId: `${organizationId}.${demoPart('v', parkVenue.name)}`,
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
/** A player in two teams. */
export const playerInTwoTeams = { name: 'Ada Okafor', second: 'U14 Herons' } as const
/** In the club, but on no team yet; the second one is a duplicate of another player. */
export const playersOnNoTeam = ['Paul Becker', 'Inês Duarte']
/** The ages of the players who have an account themselves. */
export const agesOfPlayers: Readonly<Record<string, number>> = { 'Anna Becker': 13, 'Daniel Kowalski': 17 }
/** Fields that the club adds to those of every club. */
const playerFields: PlayerField[] = [
  { id: 'school', name: 'School', type: 'TEXT', choices: [], required: false },
  { id: 'shirt', name: 'Shirt size', type: 'CHOICE', choices: ['XS', 'S', 'M', 'L'], required: false },
  { id: 'rides', name: 'May ride with other parents', type: 'YES_NO', choices: [], required: false },
]

export function youthClub({ today }: { today: string }): Club {
  const squads = [
    ...(Object.keys(rosters) as TeamName[]).map((teamName) => squad(teamName, today)),
    ...weeklyTeams.map((team) => weeklySquad(team, today)),
  ]
  const clubSettings = { country: 'US', academyEnabled: true, customRegistrationEnabled: true, playerFields }
  return {
    organization: { organizationId, name, sport, timezone, ...clubSettings },
    squads: withBirthdays(squads, today),
  }
}

/** No birthday is within `daysUntil` days of `today`, and `daysOfBirth` days are available for birthdays. */
const [daysUntil, daysOfBirth] = [21, 320]
/**
 * Each player is born in one of two years, according to the team's age group, or has an exact age; all are minors. Each has a birthday
 * of their own, since players who share one may be duplicates. None is near the day, whose Today would otherwise have
 * more on it than the day before.
 */
function withBirthdays(squads: readonly Squad[], today: string): Squad[] {
  const place = new Map(squads.flatMap(({ players: some }) => some).map(({ playerId }, i) => [playerId, i]))
  const { year } = Temporal.PlainDate.from(today)
  return squads.map((squad) => ({
    ...squad,
    players: squad.players.map((player) => {
      const at = place.get(player.playerId) ?? 0
      const maxAge = Number(/\d+/.exec(squad.team.name)?.[0] ?? 18)
      const age = Math.min(maxAge - 1, 17) - (at % 3 === 2 ? 1 : 0)
      // A step that is coprime to the number of days reaches each of them once.
      const next = Temporal.PlainDate.from(addDays(today, daysUntil + ((at * 37) % daysOfBirth)))
      const exact = agesOfPlayers[fullName(player)]
      const bornIn = exact === undefined ? year - age : next.year - exact - 1
      return { ...player, bornOn: next.with({ year: bornIn }).toString() }
    }),
  }))
}

function squad(teamName: TeamName, today: string): Squad {
  const team = teamCalled(teamName)
  const days = daysAround(today, -28, 56).filter((_, i) => rhythm[teamName](i - 28))
  const events = days.map((day) => {
    const isGame = Temporal.PlainDate.from(day).dayOfWeek >= 6
    return event(team, day, isGame ? { isGame, clock: '10:00', field: '1' } : { isGame, clock: '17:30', field: '3' })
  })
  return { team, players: playersOf(rosters[teamName]), events }
}

/** Three weeks of past events, and three of coming ones. */
function weeklySquad({ name: teamName, roster, meetingOn }: WeeklyTeam, today: string): Squad {
  const team = teamCalled(teamName)
  const events = daysAround(today, -20, 21).flatMap((day) => {
    const meeting = meetingOn(day)
    return meeting ? [event(team, day, meeting)] : []
  })
  const isFirstTeam = teamName === weeklyTeams[0]?.name
  return { team, players: playersOf(roster), events: isFirstTeam ? withOneOff(events) : events, weekly: true }
}

/** One event in about a fortnight is cancelled. */
const withOneOff = <Each>(events: readonly Each[]) =>
  events.map((each, i) =>
    i === events.length - 2 ? { ...each, cancelled: true as const, cancelReason: 'Pitch closed for reseeding' } : each,
  )

const daysAround = (today: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => addDays(today, from + i))

const teamCalled = (teamName: string): Squad['team'] => ({
  teamId: `${organizationId}.${demoPart('t', teamName)}`,
  name: teamName,
  organizationName: name,
  sport,
  isRosterVisible: teamName !== 'U14 Herons',
})

const playersOf = (roster: string): Squad['players'] =>
  roster.split(', ').map((playerName, i) => ({
    playerId: youthPlayer(playerName),
    ...splitName(playerName),
    number: String(i + 1),
  }))

function event(team: { teamId: string; name: string }, day: string, { isGame, clock, field }: TeamMeeting) {
  const start = instantOf(day, clock, timezone)
  return {
    eventId: `${team.teamId}.${demoPart('e', `${team.name} ${day}`)}`,
    name: isGame ? 'League game' : 'Practice',
    description: isGame ? 'Meet 30 minutes before. White shirts.' : 'Bring water and both shirts.',
    start,
    end: addMinutes(start, 1.5 * hour),
    timezone,
    field,
    ...withEventType(isGame ? 'game' : 'practice'),
    teamName: team.name,
    fieldLabel: sport.fieldLabel,
    location: parkVenue,
  }
}
