import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import FirstStepsScreen from '#web/subscriptions/FirstStepsScreen.tsx'
import { NoResponse, returnToTab, standInServer } from '../fakeServer.tsx'
import { adminOf, clubOf, event, organizationId, person, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const ADD = 'POST /rest-api/organization/add/team'

it('empties the name of an added team, so that another click adds nothing', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canAddNewTeams']),
    'GET /api/v1/orgOverview/{orgId}': clubOf([], {
      permissions: ['canAddNewTeams'],
      licenses: { given: 3, used: 0, licensesRemaining: 3 },
    }),
    [ADD]: { id: teamId, licensesRemaining: 2 },
  })
  const { user } = showInShell(<FirstStepsScreen />, {
    path: '/:orgId/first-steps',
    at: `/${organizationId}/first-steps`,
  })
  const name = await screen.findByLabelText<HTMLInputElement>(/^Name of the team/)
  await user.type(name, 'U10 Pikes')
  const add = screen.getByRole('button', { name: 'Add team' })
  await user.click(add)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Name of the team/).value).toBe(''))
  await user.click(add)
  await screen.findByText('Required.')
  expect(server.asked(ADD)).toHaveLength(1)
})

const PLAYERS = 'POST /api/v1/addPlayersToTeam'
const EVENTS = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
const falcons = [teamId, 'U12 Falcons'] as const
const hawks = [`${organizationId}.t0000000000b`, 'U14 Hawks'] as const
function openWith(teams: (readonly [id: string, name: string])[], planned: number, players: string[] = []) {
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(
      ['canEditPlayers', 'canEditEvents'],
      teams.map(([id, name]) => ({ id, name, permissions: [] })),
    ),
    'GET /api/v1/orgOverview/{orgId}': clubOf(teams),
    'GET /rest-api/teams/players/{orgId}': {
      players: players.map((firstName) => ({ ...person('danley'), firstName, teams: [], tags: [] })),
      cursor: null,
    },
    [EVENTS]: { events: Array.from({ length: planned }, () => event()), cursor: null },
  })
  return showInShell(<FirstStepsScreen />, { path: '/:orgId/first-steps', at: `/${organizationId}/first-steps` })
}
const step = async (name: RegExp) =>
  within((await screen.findByRole('heading', { level: 2, name })).closest('li') ?? document.body)

it('links to the club’s import with several teams, and to the team’s with one', async () => {
  const { unmount } = openWith([falcons, hawks], 0)
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link('Add players')).toBe(`/o/${organizationId}/addPlayers`)
  expect(screen.queryByLabelText(/^Player names/)).toBeNull()
  unmount()
  openWith([falcons], 0)
  expect(await link('Import a table')).toBe(`/o/${teamId}/addPlayers`)
})

it('adds the first players by a list of names, with the same ids on a retry', async () => {
  const { user } = openWith([falcons], 0)
  const sent = () => server.asked(PLAYERS).map(({ body }) => body as { playersToAdd: { playerId: string }[] })
  server.answers({
    [PLAYERS]: () => {
      throw new NoResponse()
    },
  })
  const names = await screen.findByLabelText(/^Player names/)
  await user.click(screen.getByRole('button', { name: 'Add players' }))
  await screen.findByText('Required.')
  expect(sent()).toEqual([])
  await user.type(names, '  Ana Ruiz{Enter}{Enter}Pelé{Enter}Roshon van Eijma ')
  await user.click(screen.getByRole('button', { name: 'Add players' }))
  await waitFor(() => expect(sent()).toHaveLength(1))
  server.answers({ [PLAYERS]: { success: true, message: 'Added', added: 3, invited: 0 } })
  await user.click(screen.getByRole('button', { name: 'Add players' }))
  await screen.findByText('3 players added.')
  const [first, again] = sent()
  expect(again).toMatchObject({
    orgUnitId: teamId,
    addToUpcomingEvents: 'on',
    playersToAdd: [
      { firstName: 'Ana', lastName: 'Ruiz' },
      { firstName: 'Pelé', lastName: '' },
      { firstName: 'Roshon', lastName: 'van Eijma' },
    ],
  })
  expect(again).toEqual(first)
  expect(new Set(again?.playersToAdd.map(({ playerId }) => playerId)).size).toBe(3)
  // The added players may be missing from the response; the step is done, and they cannot be added twice.
  expect(screen.queryByLabelText(/^Player names/)).toBeNull()
})

it('keeps typed names when a second team or players are added elsewhere', async () => {
  const { user } = openWith([falcons], 0)
  await user.type(await screen.findByLabelText(/^Player names/), 'Ana Ruiz')
  server.answers({
    'GET /api/v1/orgOverview/{orgId}': clubOf([falcons, hawks]),
    'GET /rest-api/teams/players/{orgId}': {
      players: [{ ...person('danley'), firstName: 'Mia', teams: [], tags: [] }],
      cursor: null,
    },
  })
  returnToTab()
  await screen.findByText('U12 Falcons, U14 Hawks')
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Player names/).value).toBe('Ana Ruiz')
})

it('marks the first event as done once any team has one', async () => {
  const { unmount } = openWith([falcons], 0)
  const first = await step(/Your first event/)
  await waitFor(() => expect(server.asked(EVENTS)).toHaveLength(1))
  expect(first.queryByText('Done')).toBeNull()
  unmount()
  openWith([falcons], 1)
  const again = await step(/Your first event/)
  expect(await again.findByText('Done')).toBeDefined()
})

it('links to inviting families once there are players', async () => {
  const { unmount } = openWith([falcons], 0)
  await screen.findByRole('link', { name: 'Import a table' })
  expect(screen.queryByRole('link', { name: 'Invite families' })).toBeNull()
  unmount()
  openWith([falcons], 0, ['Mia'])
  const link = await screen.findByRole('link', { name: 'Invite families' })
  expect(link.getAttribute('href')).toBe(`/o/${organizationId}/inviteFamilies`)
})

it('names the first few of many teams, and counts the others', async () => {
  const many = Array.from({ length: 48 }, (_, i) => [`${organizationId}.t0000000000${i}`, `Team ${i + 1}`] as const)
  const { unmount } = openWith(many, 0)
  expect(await screen.findByText('Team 1, Team 2, Team 3, Team 4 and 44 more')).toBeVisible()
  unmount()
  openWith(many.slice(0, 5), 0)
  expect(await screen.findByText('Team 1, Team 2, Team 3, Team 4, Team 5')).toBeVisible()
})
