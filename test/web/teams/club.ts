import { flags } from '#shared/permissions.ts'
import type { AnswerOf } from '#web/api.ts'
import { clubOf, organizationId, type Person, person, playersAndTeams, teamId } from '../people.ts'

export const falcons = `${organizationId}.t0000000000a`
const otters = `${organizationId}.t0000000000b`
type Overview = AnswerOf<'GET /api/v1/orgOverview/{orgId}'>
export type Team = AnswerOf<'GET /api/v1/team/{teamId}'>
type Search = AnswerOf<'GET /rest-api/teams/search/{orgId}'>

export const admin = playersAndTeams({
  organizations: [
    {
      id: organizationId,
      name: 'World Cup 2026',
      orgAdmin: true,
      permissions: [...flags],
      teams: [],
      academyEnabled: false,
      customRegistrationEnabled: false,
    },
  ],
})
export const search: Search = {
  teams: [
    { id: falcons, name: 'Falcons', archived: false },
    { id: otters, name: 'Otters', archived: true },
  ],
  players: [
    { ...person('danley'), teams: [0], tags: ['Keeper'], contacts: ['Rose Jean'] },
    { ...person('roshon'), teams: [0, 1], tags: ['Goalkeepers camp'], contacts: [] },
    { ...person('julian'), teams: [], tags: [], contacts: [] },
  ],
}
export const overview = (overrides: Partial<Overview> = {}): Overview => {
  const club = clubOf([
    [falcons, 'Falcons'],
    [otters, 'Otters'],
  ])
  const [first, second] = club.teams as [Overview['teams'][number], Overview['teams'][number]]
  const archived = { ...second, archived: true, dateArchived: '2026-06-30T12:00:00Z' }
  return { ...club, teams: [first, archived], licenses: { given: 3, used: 1, licensesRemaining: 2 }, ...overrides }
}
export const team = (given: Partial<Team> = {}): Team => ({
  id: teamId,
  name: 'Curaçao',
  archived: false,
  dateArchived: null,
  isOrganization: false,
  isRosterVisible: true,
  season: '',
  color: '',
  sport: { name: 'Soccer', fieldLabel: 'Field' },
  organization: { id: organizationId, name: 'World Cup 2026' },
  orgAdmins: [{ id: 'user-2', name: 'Dick Advocaat', avatarUrl: null, chats: false, permissions: {} }],
  players: (['kovar', 'danley', 'julian', 'roshon'] as const satisfies Person[]).map((name, index) => ({
    ...person(name),
    number: index === 3 ? null : String(index + 1),
    position: 'MF',
  })),
  myPlayers: [],
  permissions: ['canEditTeam'],
  ...given,
})
