import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Flag } from '#shared/permissions.ts'
import ClubScreen from '#web/teams/ClubScreen.tsx'
import { findInClub, buildClubIndex } from '#web/teams/clubSearch.ts'
import { address, NoResponse, showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, person } from '../people.ts'
import { open as openAll } from '../shell-open.tsx'
import { admin, falcons, overview, search } from './club.ts'

const server = standInServer()
const open = (more?: Parameters<typeof overview>[0], rest = '') => {
  server.answers({
    'GET /api/v1/playersAndTeams': admin,
    'GET /api/v1/orgOverview/{orgId}': overview(more),
    'GET /rest-api/teams/search/{orgId}': search,
  })
  return showScreen(<ClubScreen />, { path: '/:orgId/teams/:menu?', at: `/${organizationId}/teams${rest}` })
}
const teamsAre = (names: string[]) =>
  waitFor(() => {
    const list = within(screen.getByRole('list', { name: 'Teams' }))
    const closed = list.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent)
    // Excludes the menu buttons, which have no text.
    expect(closed.filter(Boolean)).toEqual(names)
  })

it('says that all teams are archived, with a button to show them', async () => {
  const archived = overview().teams.map((team) => ({ ...team, archived: true, dateArchived: '2026-06-30T12:00:00Z' }))
  const { user } = open({ teams: archived })
  expect(await screen.findByText('All teams are archived')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show archived teams' }))
  await teamsAre(['FalconsArchived', 'OttersArchived'])
})

it('lists active, archived or all teams, and players without a team', async () => {
  const { user } = open()
  await teamsAre(['Falcons', 'No Team Assigned'])
  expect(screen.getByText('1 team · 1 of 3 licenses used')).toBeDefined()
  await user.click(screen.getByRole('radio', { name: 'Archived' }))
  await teamsAre(['OttersArchived'])
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await teamsAre(['Falcons', 'OttersArchived', 'No Team Assigned'])
})

it('keeps the filter of teams in the address', async () => {
  const { user, unmount } = open()
  await user.click(await screen.findByRole('radio', { name: 'Archived' }))
  expect(address()).toBe(`/${organizationId}/teams?type=archived`)
  unmount()
  for (const rest of ['?type=archived', '/archived']) {
    const { unmount: leave } = open({}, rest)
    await teamsAre(['OttersArchived'])
    leave()
  }
})

it('shows all teams for an unknown filter in the address', async () => {
  open({}, '?type=retired')
  await teamsAre(['Falcons', 'OttersArchived', 'No Team Assigned'])
  expect(screen.getByRole('radio', { name: 'All' })).toBeChecked()
})

it('adds no history entries when the filter changes', async () => {
  const { unmount } = open()
  unmount()
  const { user } = openAll(`/${organizationId}/teams`)
  const before = history.length
  await user.click(await screen.findByRole('radio', { name: 'Archived' }))
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await waitFor(() => expect(address()).toBe(`/${organizationId}/teams?type=all`))
  expect(history.length).toBe(before)
})

it('links to a team’s administrators with the right to edit them, or says why not', async () => {
  const { user, unmount } = open()
  await user.click(await screen.findByRole('button', { name: 'Actions for Falcons' }))
  const item = await screen.findByRole('menuitem', { name: 'Administrators', hidden: true })
  expect(item).toHaveAttribute('href', `/settings/${falcons}/administrators`)
  expect(screen.getByRole('menuitem', { name: 'Links', hidden: true })).toHaveAttribute('href', `/links/${falcons}`)
  unmount()
  open()
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(falcons, ['canEditEvents']) })
  await user.click(await screen.findByRole('button', { name: 'Actions for Falcons' }))
  const refused = await screen.findByRole('menuitem', { name: /^Administrators/, hidden: true })
  expect(refused).toHaveAttribute('aria-disabled', 'true')
})

it('links users who may edit billing to the payment processors', async () => {
  linksFor(['canEditBilling'])
  expect(await screen.findByRole('link', { name: 'Payment processors' })).toHaveAttribute(
    'href',
    `/${organizationId}/teams/paymentprocessors`,
  )
})

it('expands all teams with their players, and collapses them', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Expand all' }))
  const opened = async (name: string) => {
    const line = (await screen.findByRole('button', { name, expanded: true })).closest('li') as HTMLElement
    const players = await within(line).findByRole('list')
    return within(players)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  }
  expect(await opened('Falcons')).toEqual(['Danley Jean Jacques', 'Roshon van Eijma'])
  expect(await opened('No Team Assigned')).toEqual(['Julián Quiñones'])
  const [danley] = screen.getAllByRole('link', { name: 'Danley Jean Jacques' })
  expect(danley?.getAttribute('href')).toBe(`/dashboard/player/${person('danley').id}?o=${falcons}`)
  await user.click(screen.getByRole('button', { name: 'Collapse all' }))
  await teamsAre(['Falcons', 'No Team Assigned'])
})

it.each([
  ['keeper', 'tag', ['Danley']],
  ['KEEP', 'partOfTag', ['Danley', 'Roshon']],
  ['quinones', 'name', ['Julián']],
  ['eijma rosh', 'name', ['Roshon']],
  ['ulian', 'name', ['Julián']],
  ['ijma osh', 'name', ['Roshon']],
  ['danlye', 'name', ['Danley']],
  ['rose jean', 'name', ['Danley']],
  ['zidane', 'name', []],
] as const)('matches tags exactly, then partially, then names: “%s”', async (typed, by, found) => {
  const index = await buildClubIndex(search)
  const answer = index && findInClub(index, typed)
  expect([answer?.matchedBy, answer?.players.map(({ firstName }) => firstName)]).toEqual([by, found])
})

it('shows search results while typing, with each player’s teams', async () => {
  const { user } = open()
  await user.type(await screen.findByRole('searchbox', { name: 'Find a tag, player or team' }), 'keeper')
  await screen.findByText('1 player tagged “keeper”')
  const row = screen.getAllByRole('row')[1] as HTMLElement
  expect(within(row).getByRole('link').textContent).toBe('Danley Jean Jacques')
  expect(within(row).getAllByRole('cell')[0]?.textContent).toBe('Falcons')
  await user.clear(screen.getByRole('searchbox', { name: 'Find a tag, player or team' }))
  await user.type(screen.getByRole('searchbox', { name: 'Find a tag, player or team' }), 'roshon')
  expect(await screen.findByText('Falcons, Otters (archived)')).toBeVisible()
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'Otters')
  expect(await screen.findByRole('link', { name: /Otters/ })).toBeDefined()
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), 'Zidane')
  await screen.findByText('No player matches “Zidane”')
})

it('links to the first steps only users who can take one of them', async () => {
  open({ teams: [] })
  expect(await screen.findByRole('link', { name: 'First steps' })).toBeDefined()
  cleanup()
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf() })
  showScreen(<ClubScreen />, { path: '/:orgId/teams', at: `/${organizationId}/teams` })
  await screen.findByText('No teams yet')
  expect(screen.queryByRole('link', { name: 'First steps' })).toBeNull()
})

const linksFor = (permissions: Flag[]) => {
  const [club] = admin.organizations
  open()
  server.answers({ 'GET /api/v1/playersAndTeams': { ...admin, organizations: club ? [{ ...club, permissions }] : [] } })
}
it.each([
  [['canEditTeam'], ['Settings', 'Links']],
  [['canEditAdministrators'], ['Administrators']],
  [
    ['canEditPlayers'],
    ['Add several players', 'Invite families', 'Export Players', 'Duplicate players', 'Waivers & Agreements'],
  ],
  [['canManageRegistration'], ['Online Registration']],
  [['canEditBilling'], ['Payment processors', 'Billing']],
  [
    ['canEditEvents', 'canSendMessages'],
    ['Email teams', 'Venues'],
  ],
] as const)('shows a user with %j the organization links %j', async (permissions, names) => {
  linksFor([...permissions])
  const links = within(await screen.findByRole('navigation', { name: 'Organization' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(names)
})
it('shows no organization links to a user without those rights', async () => {
  linksFor(['chatEnabled'])
  await teamsAre(['Falcons'])
  expect(screen.queryByRole('navigation', { name: 'Organization' })).toBeNull()
})

it('selects teams for an email at the keyword email-teams', async () => {
  open()
  const { user } = showScreen(<ClubScreen />, {
    path: '/:orgId/teams/:menu?',
    at: `/${organizationId}/teams/email-teams`,
  })
  const write = async () => (await screen.findByRole('link', { name: 'Write email' })).getAttribute('href')
  expect(await write()).toBe(`/email-teams/${organizationId}?teams=`)
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Falcons' }))
  await screen.findByText('1 team selected')
  expect(await write()).toBe(`/email-teams/${organizationId}?teams=${encodeURIComponent(falcons)}`)
})

it('filters the teams for an email, and keeps the selection', async () => {
  open().unmount()
  const { user } = showScreen(<ClubScreen />, {
    path: '/:orgId/teams/:menu?',
    at: `/${organizationId}/teams/email-teams`,
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Choose Falcons' }))
  const box = screen.getByRole('searchbox', { name: 'Find a team' })
  await user.type(box, 'otter')
  await screen.findByText('No team matches “otter”')
  await user.click(screen.getByRole('button', { name: 'Show all teams' }))
  await user.type(screen.getByRole('searchbox', { name: 'Find a team' }), 'fálc')
  expect(await screen.findByRole('checkbox', { name: 'Choose Falcons' })).toBeChecked()
  expect(screen.getByText('1 team selected')).toBeVisible()
})

it('searches offline once the search data has loaded', async () => {
  const { user } = open()
  const box = await screen.findByRole('searchbox')
  await user.type(box, 'rose')
  await screen.findByRole('link', { name: 'Danley Jean Jacques' })
  server.answers({
    'GET /rest-api/teams/search/{orgId}': () => {
      throw new NoResponse()
    },
  })
  await user.clear(box)
  await teamsAre(['Falcons', 'No Team Assigned'])
  await user.type(box, 'roshom')
  await screen.findByRole('link', { name: 'Roshon van Eijma' })
  expect(screen.queryByRole('link', { name: 'Danley Jean Jacques' })).toBeNull()
})

it('rejects an email to no team with a message', async () => {
  open().unmount()
  const { user } = openAll(`/${organizationId}/teams/email-teams`)
  const write = await screen.findByRole('link', { name: 'Write email' })
  const before = history.length
  await user.click(write)
  const said = await screen.findByText('Please select at least one team to send email to.')
  expect(said.closest('[role="alert"]')).not.toBeNull()
  await waitFor(() => expect(address()).toBe(`/${organizationId}/teams/email-teams`))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(history.length).toBe(before + 1)
})

it('adds several players without a team to one, keeps the dialog open, and can be undone', async () => {
  const ADD = 'POST /api/v1/addPlayersToTeam'
  const LEAVE = 'POST /api/v1/removePlayer'
  const free = Array.from({ length: 9 }, (_, i) => {
    const id = `${organizationId}.p00000000f0${i}`
    return {
      id,
      firstName: `Kid${i}`,
      lastName: 'Free',
      teams: [] as number[],
      tags: i < 2 ? ['U9'] : [],
      contacts: [],
    }
  })
  let onTeam: string[] = []
  const { user } = open()
  const [club] = admin.organizations
  server.answers({
    'GET /api/v1/playersAndTeams': {
      ...admin,
      organizations: [{ ...club, teams: [{ id: falcons, name: 'Falcons', permissions: [] }] }],
    } as typeof admin,
    'GET /rest-api/teams/search/{orgId}': () => ({
      ...search,
      players: free.map((each) => ({ ...each, teams: onTeam.includes(each.id) ? [0] : [] })),
    }),
    [ADD]: ({ body }) => {
      onTeam = (body as { playersToAdd: { playerId: string }[] }).playersToAdd.map(({ playerId }) => playerId)
      return { success: true, message: '', added: onTeam.length, invited: 0 }
    },
    [LEAVE]: { success: true, message: '' },
  })
  await user.click(await screen.findByRole('button', { name: 'No Team Assigned' }))
  await user.click(await screen.findByRole('button', { name: 'Add players to a team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add players to a team' }))
  await user.type(await dialog.findByRole('searchbox', { name: 'Filter by tag or name' }), 'U9')
  await waitFor(() => expect(dialog.getAllByRole('checkbox', { name: /^Kid/ })).toHaveLength(2))
  await user.click(dialog.getByRole('button', { name: 'Choose all' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Team' }), 'Falcons')
  await user.click(dialog.getByRole('button', { name: 'Add to the team' }))
  await screen.findByText('2 players are now on Falcons.')
  const two = free.slice(0, 2).map(({ id }) => id)
  expect(server.asked(ADD).map(({ body }) => body)).toEqual([
    { orgUnitId: falcons, playersToAdd: two.map((playerId) => ({ playerId })), addToUpcomingEvents: 'on' },
  ])
  await waitFor(() => expect(dialog.getAllByRole('checkbox', { name: /^Kid/ })).toHaveLength(7))
  expect(dialog.getByRole('button', { name: 'Add to the team' })).toHaveAccessibleDescription('Choose a player.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('2 players are without a team again.')
  expect(server.asked(LEAVE).map(({ body }) => body)).toEqual(
    two.map((playerId) => ({ teamId: falcons, playerId, removeFromEvents: 'on' })),
  )
})
