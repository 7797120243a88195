import type { Flag } from '#shared/permissions.ts'
import type { AnswerOf } from '#web/api.ts'

/** Players of the World Cup and the clubs of these tests; each call returns new data. */

export const organizationId = 'o0000000000a'
export const teamId = `${organizationId}.t0000000000a`
export const playerId = (letter: string) => `${organizationId}.p0000000000${letter}`

const people = {
  danley: ['a', 'Danley', 'Jean Jacques'],
  roshon: ['b', 'Roshon', 'van Eijma'],
  julian: ['c', 'Julián', 'Quiñones'],
  kovar: ['d', 'Matěj', 'Kovář'],
  orkun: ['e', 'Orkun', 'Kökçü'],
} as const
export type Person = keyof typeof people

export const person = (name: Person) => {
  const [letter, firstName, lastName] = people[name]
  return { id: playerId(letter), firstName, lastName }
}

/** The profile of the signed-in user. */
export const profile = (firstName = 'Ann', lastName = 'Jean Jacques'): AnswerOf<'GET /rest-api/users/profile'> => ({
  id: 'user-1',
  username: `${firstName.toLowerCase()}@touchline.test`,
  firstName,
  lastName,
  fullName: `${firstName} ${lastName}`,
  roles: [],
  avatarUrl: null,
})

type Event = AnswerOf<'GET /rest-api/calendar/event/{eventId}'>['event']
export const event = (overrides: Partial<Event> = {}): Event => ({
  id: `${teamId}.e0000000000a`,
  name: 'Training',
  description: '',
  start: '2026-11-21T18:30:00-06:00',
  end: '2026-11-21T20:00:00-06:00',
  timezone: 'America/Chicago',
  field: '',
  eventType: { name: 'Practice', color: '#13693a' },
  orgUnit: { id: teamId, name: 'U12 Falcons', sport: { fieldLabel: 'Field' } },
  location: {
    name: 'Riverside Park',
    address: '12 River Road',
    city: 'Chicago',
    state: 'IL',
    zip: '60601',
    mapUrl: '',
    global: false,
  },
  ...overrides,
})

type Invite = AnswerOf<'GET /user/updateInviteStatus/{inviteFile}'>
export const invite = (
  name: Person,
  value: Invite['status']['value'] = 'Pending',
  note: string | null = null,
  eventId = event().id,
): Invite => ({
  id: `${eventId}.${person(name).id.slice(organizationId.length + 1)}`,
  status: { value },
  note,
  answerId: 'unanswered',
  player: person(name),
})

type EventWithAnswers = AnswerOf<'GET /rest-api/calendar/event/{eventId}'>
/** An event with its invitations, as the user may see it. */
export const answersTo = (
  playerInvites: EventWithAnswers['playerInvites'],
  { sees: access = 'going', series = null, ...overrides }: Partial<Event> & Partial<EventWithAnswers> = {},
): EventWithAnswers => {
  const count = (value: Invite['status']['value']) =>
    playerInvites.filter(({ status }) => status.value === value).length
  const turnout = { going: count('Accepted'), notGoing: count('Declined'), waiting: count('Pending') }
  return { event: event(overrides), playerInvites, turnout: overrides.turnout ?? turnout, sees: access, series }
}

type Today = AnswerOf<'GET /api/v1/today'>
/** A card of Today, of a player with an invitation or of a coach's team. */
export const card = (invite: Invite | null, overrides: Partial<Event> = {}): Today['todaysEvents'][number] => {
  const { location, ...rest } = event(overrides)
  return { location, player: invite?.player ?? null, invite, event: rest }
}
export const today = (...todaysEvents: Today['todaysEvents']): Today => ({
  todaysEvents,
  tomorrowsEvents: [],
  unpaidFeeCount: 0,
  unpaidLateFeeCount: 0,
  unreadMessagesCount: 0,
  pendingPlayerInviteCount: 0,
})

export const playersAndTeams = (
  overrides: Partial<AnswerOf<'GET /api/v1/playersAndTeams'>> = {},
): AnswerOf<'GET /api/v1/playersAndTeams'> => ({ players: [], following: [], organizations: [], ...overrides })

export const coachOf = (
  id = teamId,
  permissions: Flag[] = ['canEditEvents'],
): AnswerOf<'GET /api/v1/playersAndTeams'> =>
  playersAndTeams({
    organizations: [
      {
        id: organizationId,
        name: 'Riverside FC',
        orgAdmin: false,
        permissions: [],
        teams: [{ id, name: 'U12 Falcons', permissions }],
        academyEnabled: false,
        customRegistrationEnabled: false,
      },
    ],
  })

/** A club administrator with these rights. */
export const adminOf = (
  permissions: Flag[],
  teams: { id: string; name: string; permissions: Flag[]; archived?: boolean }[] = [],
): AnswerOf<'GET /api/v1/playersAndTeams'> => {
  const { organizations, ...rest } = coachOf()
  return { ...rest, organizations: organizations.map((club) => ({ ...club, orgAdmin: true, permissions, teams })) }
}

type Club = AnswerOf<'GET /api/v1/orgOverview/{orgId}'>
/** An organization with these teams, as its administrator sees it. */
export const clubOf = (
  teams: readonly (readonly [id: string, name: string])[],
  overrides: Partial<Club> = {},
): Club => ({
  id: organizationId,
  name: 'World Cup 2026',
  archived: false,
  dateArchived: null,
  isOrganization: true,
  sport: { name: 'Soccer', fieldLabel: 'Field' },
  timezone: 'America/Chicago',
  orgAdmins: [],
  teams: teams.map(([id, name]) => ({ id, name, archived: false, dateArchived: null, season: '', color: '' })),
  myPlayers: [],
  tag: [],
  permissions: [],
  licenses: null,
  ...overrides,
})
