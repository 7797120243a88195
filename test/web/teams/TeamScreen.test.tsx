import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import TeamScreen from '#web/teams/TeamScreen.tsx'
import { address, showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, person, playerId, teamId } from '../people.ts'
import { team, type Team } from './club.ts'

const server = standInServer()
const route = 'GET /api/v1/team/{teamId}'
const open = (given?: Partial<Team>, width?: 'phone') => {
  server.answers({ [route]: team(given) })
  const at = `/${organizationId}/${teamId}/teams`
  return showScreen(<TeamScreen />, { path: '/:orgId/:teamId/teams', at, ...(width && { width }) })
}
const rows = () => screen.getAllByRole('row').slice(1)
const filter = () => screen.findByRole('searchbox', { name: 'Filter by name' })

it('shows players and coaches as tables on a laptop', async () => {
  open()
  await screen.findByRole('heading', { level: 1, name: 'Curaçao' })
  expect(document.title).toBe('Curaçao · Touchline')
  expect(screen.getByText('World Cup 2026')).toBeDefined()
  expect(screen.getByText('Dick Advocaat')).toBeDefined()
  expect(screen.getByText('4 players')).toBeDefined()
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['Name', 'Number', 'Position', 'Actions'])
  // The names are not part of the screen's snapshot.
  expect([...rows(), screen.getByText('Dick Advocaat')].every((each) => each.closest('[data-unkept]'))).toBe(true)
  expect(
    rows().map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 2)
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['1', 'MF'],
    ['2', 'MF'],
    ['3', 'MF'],
    ['', 'MF'],
  ])
})

it('shows coaches’ pictures, and chat links to those who can chat, with a full page load', async () => {
  const ENABLED = 'GET /rest-api/chat/enabled/{orgUnitId}'
  const coach = { avatarUrl: null, chats: true, permissions: {} }
  const orgAdmins = [
    { id: 'user-1', name: 'Ann Jean Jacques', ...coach },
    { id: 'user-2', name: 'Dick Advocaat', ...coach, avatarUrl: '/avatar/drawn?v=1' },
    { id: 'user-3', name: 'Quiet Coach', ...coach, chats: false },
  ]
  server.answers({ [ENABLED]: { enabled: true } })
  const shown = open({ orgAdmins })
  const link = await screen.findByRole('link', { name: 'Chat Dick Advocaat' })
  expect(link.getAttribute('href')).toBe(`/chat?orgId=${organizationId}&userId=user-2`)
  const coaches = within(screen.getByRole('region', { name: 'Coaches' }))
  expect(coaches.getAllByRole('link')).toHaveLength(1)
  expect([...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(['/avatar/drawn?v=1'])
  expect(server.asked(ENABLED).map(({ params }) => params)).toEqual([{ orgUnitId: teamId }])
  shown.unmount()
  server.answers({ [ENABLED]: { enabled: false } })
  open({ orgAdmins })
  await screen.findByText('Dick Advocaat')
  await vi.waitFor(() => expect(server.asked(ENABLED)).toHaveLength(2))
  expect(screen.queryByRole('link', { name: 'Chat Dick Advocaat' })).toBeNull()
})

it('shows the same as a list on a phone', async () => {
  open({}, 'phone')
  const list = await screen.findByRole('list', { name: 'Roster' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) =>
        within(item)
          .getAllByRole('definition')
          .map(({ textContent }) => textContent),
      ),
  ).toEqual([['1', 'MF'], ['2', 'MF'], ['3', 'MF'], ['MF']])
})

/** Types each text into the search box and checks the results. */
async function finds(
  { user }: ReturnType<typeof open>,
  field: HTMLElement,
  searches: [typed: string, told: string, found: string[]][],
) {
  for (const [typed, told, found] of searches) {
    await user.clear(field)
    await user.click(field)
    await user.paste(typed)
    await screen.findByText(told)
    expect([typed, rows().length]).toEqual([typed, found.length])
    for (const [i, name] of found.entries()) within(rows()[i] as HTMLElement).getByRole('link', { name })
  }
}
const one = '1 of 4 players'

it('finds partial names in any order, without accents and with typos', async () => {
  await finds(open(), await filter(), [
    ['Julian Quinones', one, ['Julián Quiñones']],
    ['quiñ', one, ['Julián Quiñones']],
    ['KOVAR', one, ['Matěj Kovář']],
    ['eijma rosh', one, ['Roshon van Eijma']],
    ['rohson', one, ['Roshon van Eijma']],
    ['jean', one, ['Danley Jean Jacques']],
    ['  ', '4 players', ['Matěj Kovář', 'Danley Jean Jacques', 'Julián Quiñones', 'Roshon van Eijma']],
  ])
})

it('matches tags exactly, then partially, then names', async () => {
  const tags: Partial<Record<string, string[]>> = { b: ['Keeper'], a: ['Goalkeepers camp'] }
  const players = team().players.map((player) => {
    const own = tags[player.id.at(-1) ?? '']
    return own ? { ...player, tags: own } : player
  })
  await finds(open({ players }), await screen.findByRole('searchbox', { name: 'Filter by tag or name' }), [
    ['keeper', '1 player tagged “keeper”', ['Roshon van Eijma']],
    ['Keep', '2 players tagged “Keep”', ['Danley Jean Jacques', 'Roshon van Eijma']],
    ['kovar', one, ['Matěj Kovář']],
  ])
})

it('links the coaches to the administrators screen with the right to edit them', async () => {
  open()
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(teamId, ['canEditAdministrators']) })
  const link = await screen.findByRole('link', { name: 'Administrators' })
  expect(link).toHaveAttribute('href', `/settings/${teamId}/administrators`)
})

it('shows no empty list without coaches', async () => {
  open({ orgAdmins: [] })
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(teamId, ['canEditAdministrators']) })
  await screen.findByRole('link', { name: 'Administrators' })
  expect(within(screen.getByRole('region', { name: 'Coaches' })).queryByRole('list')).toBeNull()
})

it('links a family to the team’s links, but not to its administrators', async () => {
  open({ permissions: [] })
  expect(await screen.findByRole('link', { name: 'Links' })).toHaveAttribute('href', `/links/${teamId}`)
  expect(screen.queryByRole('link', { name: 'Administrators' })).toBeNull()
})

it.each(['email-teams', 'email-event'])('redirects the keyword %s to an email to the team', async (menu) => {
  server.answers({ [route]: team() })
  showScreen(<TeamScreen />, { path: '/:orgId/:teamId/teams/:menu?', at: `/${organizationId}/${teamId}/teams/${menu}` })
  await waitFor(() => expect(address()).toBe(`/email-team/${teamId}`))
})

it('shows an empty search result, which can be reset', async () => {
  const { user } = open()
  await user.type(await filter(), 'Zidane')
  await screen.findByText('No player matches “Zidane”')
  await user.click(screen.getByRole('button', { name: 'Show all players' }))
  expect(rows()).toHaveLength(4)
})

it('marks a family’s own players', async () => {
  open({ permissions: [], myPlayers: [playerId('b')] })
  const row = (await screen.findByText('Your player')).closest('tr') as HTMLElement
  expect(within(row).getByText('Roshon van Eijma')).toBeDefined()
  expect(screen.getAllByText('Your player')).toHaveLength(1)
  expect(screen.queryByText(/Only coaches can see/)).toBeNull()
})

it('tells a family that the roster is hidden, and shows their own players', async () => {
  const own = { ...person('roshon'), number: '4', position: null }
  open({ permissions: [], isRosterVisible: false, players: [own], myPlayers: [own.id] })
  await screen.findByText('Only coaches can see this team’s roster.')
  expect(rows()).toHaveLength(1)
})

it('shows a hidden roster to its coaches without that notice', async () => {
  open({ isRosterVisible: false })
  await screen.findByText('4 players')
  expect(screen.queryByText(/Only coaches can see/)).toBeNull()
})

it('shows an empty state without players', async () => {
  open({ players: [] })
  expect(await screen.findByText('No players yet')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Add several players' })).toBeNull()
})

it('links users who may add players of an empty team to the bulk form, unless it is archived', async () => {
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(teamId, ['canEditPlayers']) })
  const { unmount } = open({ players: [], permissions: ['canEditPlayers'] })
  const link = await screen.findByRole('link', { name: 'Add several players' })
  expect(link).toHaveAttribute('href', `/o/${teamId}/addPlayers`)
  unmount()
  open({ players: [], permissions: ['canEditPlayers'], archived: true })
  await screen.findByText('No players yet')
  expect(screen.queryByRole('link', { name: 'Add several players' })).toBeNull()
})

it('shows a load error and can be retried', async () => {
  let broken = true
  const { user } = open()
  server.answers({
    [route]: () => {
      if (broken) throw new Problem('not_found')
      return team()
    },
  })
  await screen.findByText('We could not load this team.')
  expect(screen.getByText('We could not find that.')).toBeDefined()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('table')
})

it('shows a placeholder while loading', async () => {
  const arrived = Promise.withResolvers<Team>()
  open()
  server.answers({ [route]: () => arrived.promise })
  await screen.findByText('Loading the roster')
  arrived.resolve(team())
  expect(await screen.findByRole('table')).toBeVisible()
})

it('filters a roster of 650 players to one', async () => {
  const many = Array.from({ length: 650 }, (_, index) => ({
    id: `${organizationId}.p${String(index).padStart(11, '0')}`,
    firstName: `Player ${index}`,
    lastName: 'van Eijma',
    number: String(index),
    position: null,
  }))
  const { user } = open({ players: many })
  await screen.findByText('650 players')
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('651')
  await user.click(await filter())
  await user.paste('649')
  await screen.findByText('1 of 650 players')
  expect(rows()).toHaveLength(1)
})

it('empties the form after a player is added, and focuses its first field', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(teamId, ['canEditPlayers']),
    'POST /api/v1/addPlayersToTeam': { success: true, message: 'Added', added: 1, invited: 0 },
  })
  const { user } = open({ permissions: ['canEditPlayers'] })
  const add = () => screen.getByRole('button', { name: 'Add player' })
  await waitFor(() => expect(add()).not.toHaveAttribute('aria-disabled'))
  await user.click(add())
  const form = within(await screen.findByRole('dialog', { name: 'Add a player to Curaçao' }))
  const first = await form.findByRole('textbox', { name: 'First name' })
  await user.type(first, 'Zoe')
  await user.type(form.getByRole('textbox', { name: 'Number' }), '7')
  await user.click(form.getByRole('button', { name: 'Add player' }))
  await screen.findByText('Added')
  await waitFor(() => expect(first).toHaveFocus())
  expect(form.getByRole('textbox', { name: 'First name' })).toHaveValue('')
  expect(form.getByRole('textbox', { name: 'Number' })).toHaveValue('')
  expect(Object.keys(sessionStorage).filter((name) => name.includes('player.new'))).toEqual([])
  // Submitting again does not add the player twice.
  await user.click(form.getByRole('button', { name: 'Add player' }))
  expect(await form.findByText('Required.')).toBeDefined()
  expect(server.asked('POST /api/v1/addPlayersToTeam')).toHaveLength(1)
})
