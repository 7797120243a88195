import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import { address, standInServer } from './fakeServer.tsx'
import { clubOf, coachOf, organizationId as orgId, playersAndTeams, profile, teamId, today } from './people.ts'
import { open } from './shell-open.tsx'

const server = standInServer()
const unit = (name: string) => ({ name, isOrganization: false, dateArchived: null })
const player = (letter: string, name: string, ...teams: string[]) => ({
  id: `${orgId}.p0000000000${letter}`,
  name,
  orgUnits: teams.map(unit),
})
const parent = playersAndTeams({
  players: [
    player('a', 'Danley Jean Jacques', 'U14 Hawks', 'Indoor', 'Select', 'Futsal', 'Keepers'),
    player('b', 'Ana'),
  ],
  following: [player('c', 'Roshon van Eijma', 'U12 Falcons')],
})
const teamNumber = (number: number) => `${orgId}.t${String(number).padStart(11, '0')}`
const admin = (teams: number, orgAdmin = true): AnswerOf<'GET /api/v1/playersAndTeams'> => ({
  ...playersAndTeams(),
  organizations: [
    {
      id: orgId,
      name: 'World Cup 2026',
      orgAdmin,
      permissions: ['canSendMessages'],
      teams: Array.from({ length: teams }, (_, number) => ({
        id: teamNumber(number),
        name: `Team ${number}`,
        permissions: [],
      })),
      academyEnabled: false,
      customRegistrationEnabled: false,
    },
  ],
})
const roster = (id: string, name: string): AnswerOf<'GET /api/v1/team/{teamId}'> => ({
  id,
  name,
  archived: false,
  dateArchived: null,
  isOrganization: false,
  isRosterVisible: true,
  season: '',
  color: '',
  sport: { name: 'Soccer', fieldLabel: 'Field' },
  organization: { id: orgId, name: 'World Cup 2026' },
  orgAdmins: [],
  players: [],
  myPlayers: [],
  permissions: [],
})

beforeEach(() => {
  server.answers({
    'GET /rest-api/users/profile': profile(),
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': parent,
    'GET /api/v1/team/{teamId}': ({ params }) => roster(params['teamId'] ?? '', `Roster of ${params['teamId']}`),
    'GET /api/v1/teamEventsByMonth/{orgUnitId}': { events: [], cursor: null },
    'GET /api/v1/orgOverview/{orgId}': clubOf([0, 1].map((number) => [teamNumber(number), `Team ${number}`])),
  })
})

const navigation = () => screen.getByRole('navigation', { name: 'Main' })
const links = () =>
  waitFor(() => {
    const found = within(navigation()).getAllByRole('link', { hidden: true })
    return found.map(({ textContent }) => textContent)
  })
/** Opens the selector by its title; returns the dialog. */
async function choose(user: ReturnType<typeof open>['user'], title: string) {
  await user.click(await screen.findByRole('button', { name: title }))
  return screen.findByRole('dialog', { name: 'Players and teams' })
}

describe('the navigation', () => {
  test.each([
    ['a parent', parent, '/today', ['Today', 'Players', 'Calendar', 'Email', 'Chat', 'Payments', 'Academy']],
    ['a follower', { ...parent, players: [] }, '/today', ['Today', 'Players', 'Calendar', 'Email', 'Academy']],
    [
      'a coach of one team',
      coachOf(undefined, ['canSendMessages']),
      '/today',
      ['Today', 'Dashboard', 'Calendar', 'Email', 'Chat', 'Payments'],
    ],
    ['a coach without the right to write', coachOf(), '/today', ['Today', 'Dashboard', 'Calendar', 'Chat', 'Payments']],
    ['an administrator without a selection', admin(3), '/today', ['Today']],
    [
      'an administrator of the whole club',
      admin(3),
      `/${orgId}/teams`,
      ['Today', 'Dashboard', 'Calendar', 'Email', 'Chat', 'Payments'],
    ],
    ['a user without anything', playersAndTeams(), '/today', ['Today']],
    [
      'a parent at a team',
      parent,
      `/${orgId}/${teamId}/calendar`,
      ['Today', 'Players', 'Calendar', 'Email', 'Chat', 'Payments', 'Academy'],
    ],
  ])('%s sees only their own links', async (_, data, at, expected) => {
    server.answers({ 'GET /api/v1/playersAndTeams': data })
    open(at)
    expect(await links()).toEqual(expected)
  })

  test.each([
    ['/recordings', 'Academy'],
    [`/academy/assignment/${orgId}/organization`, 'Academy'],
    [`/academy/storage/${orgId}/organization`, 'Academy'],
    [`/${orgId}/team-registration/r1`, 'Registration'],
    [`/${orgId}/${teamId}/calendar`, 'Calendar'],
  ])('marks the current link, also on screens below it: %s', async (at, marked) => {
    const coach = coachOf(undefined, ['canManageRegistration'])
    const organizations = coach.organizations.map((club) => ({
      ...club,
      academyEnabled: true,
      customRegistrationEnabled: true,
    }))
    server.answers({ 'GET /api/v1/playersAndTeams': { ...coach, organizations } })
    open(at)
    await waitFor(() =>
      expect(
        within(navigation())
          .getAllByRole('link', { current: 'page', hidden: true })
          .map(({ textContent }) => textContent),
      ).toEqual([marked]),
    )
  })

  test.each(['/today', '/players'])(
    'shows the number of unanswered invitations on a family’s calendar link at %s',
    async (at) => {
      server.answers({ 'GET /api/v1/today': { ...today(), pendingPlayerInviteCount: 2 } })
      open(at)
      const link = await within(navigation()).findByRole('link', { name: 'Calendar 2 invitations to answer' })
      expect(link).toHaveAttribute('href', '/calendar?everybody=true')
      // It is the same request as Today's own, so that Today does not wait for a second one.
      expect(new Set(server.asked('GET /api/v1/today').map(({ query }) => query.startUtc)).size).toBe(1)
    },
  )

  test('makes no request for badges that the user cannot have', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': coachOf(undefined, ['canSendMessages']) })
    open(`/${orgId}/${teamId}/teams`)
    await links()
    await screen.findByRole('heading', { level: 1, name: /^Roster of/ })
    expect(server.asked('GET /api/v1/today')).toHaveLength(0)
  })

  test('has no badge when nothing is unanswered', async () => {
    open('/today')
    await screen.findByText(/all caught up/)
    expect(within(navigation()).getByRole('link', { name: 'Calendar' })).not.toBeNull()
  })

  test('keeps the chosen team across screens and reloads', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': admin(3) })
    const { user, unmount } = open(`/${orgId}/${teamNumber(2)}/teams`)
    await user.click(await within(navigation()).findByRole('link', { name: 'Calendar' }))
    await waitFor(() => expect(address()).toBe(`/${orgId}/${teamNumber(2)}/calendar`))
    await user.click(screen.getByRole('link', { name: 'Touchline: Today' }))
    await screen.findByRole('heading', { level: 1, name: 'Today' })
    unmount()
    open('/today')
    expect(await links()).toEqual(['Today', 'Dashboard', 'Calendar', 'Email', 'Chat', 'Payments'])
    expect(screen.queryByRole('button', { name: 'Team 2' })).not.toBeNull()
  })

  test('shows the current page in link, document title and focus on the heading', async () => {
    const { user } = open('/today')
    await screen.findByRole('heading', { level: 1, name: 'Today' })
    expect(document.title).toBe('Today · Touchline')
    await user.click(await within(navigation()).findByRole('link', { name: 'Players' }))
    const heading = await screen.findByRole('heading', { level: 1, name: 'Players' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    expect(document.title).toBe('Players · Touchline')
    expect(within(navigation()).getByRole('link', { current: 'page' }).textContent).toBe('Players')
  })

  test('has a skip link as the first tab stop', async () => {
    const { user } = open('/today')
    await screen.findByRole('heading', { level: 1 })
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Skip to content')
    expect(document.querySelector('#main')).not.toBeNull()
  })
})

describe('the selector', () => {
  test('shows a family its players, with up to three teams each and the number of others', async () => {
    const { user } = open('/today')
    const dialog = await choose(user, 'My Players')
    const own = within(within(dialog).getByRole('list', { name: 'My Players' })).getAllByRole('button')
    expect(own.map(({ textContent }) => textContent)).toEqual([
      'DJDanley Jean JacquesU14 Hawks, Indoor, Select and 2 more...',
      'AAnaNo Team Assigned',
    ])
    const followed = within(dialog).getByRole('list', { name: 'Players I Follow' })
    expect(followed.textContent).toBe('RERoshon van EijmaU12 Falcons')
    expect(within(dialog).queryByText('COACH VIEW')).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'View My Players' }))
    await waitFor(() => expect(address()).toBe('/players'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test.each(['phone', 'laptop'] as const)(
    'keeps the screen and its query when the team changes, on a %s',
    async (width) => {
      server.answers({ 'GET /api/v1/playersAndTeams': admin(3) })
      const { user } = open(`/${orgId}/${teamNumber(0)}/calendar?month=2026-03`, width)
      const dialog = await choose(user, 'Team 0')
      expect(within(dialog).getByRole('button', { current: true }).textContent).toBe('Team 0')
      await user.click(within(dialog).getByRole('button', { name: 'Team 1' }))
      await waitFor(() => expect(address()).toBe(`/${orgId}/${teamNumber(1)}/calendar?month=2026-03`))
      await screen.findByRole('button', { name: 'Team 1' })
    },
  )

  test('opens the roster when a parent switches to coaching', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': { ...admin(2), players: parent.players } })
    const { user } = open('/today')
    const dialog = await choose(user, 'My Players')
    await user.click(within(dialog).getByRole('button', { name: 'Team 1' }))
    await waitFor(() => expect(address()).toBe(`/${orgId}/${teamNumber(1)}/teams`))
  })

  test('opens the players when a coach switches to being a parent', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': { ...admin(2), players: parent.players } })
    const { user } = open(`/${orgId}/${teamNumber(1)}/calendar`)
    const dialog = await choose(user, 'Team 1')
    await user.click(within(dialog).getByRole('button', { name: 'View My Players' }))
    await waitFor(() => expect(address()).toBe('/players'))
  })

  test('titles players with FAN VIEW and teams with COACH VIEW', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': { ...admin(2), players: parent.players } })
    const { user } = open('/today')
    const dialog = await choose(user, 'My Players')
    const views = within(dialog).getAllByRole('heading', { name: /VIEW/ })
    expect(views.map(({ textContent }) => textContent)).toEqual(['FAN VIEW', 'COACH VIEW'])
  })

  test('offers the whole organization only to its administrators', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': admin(2, true) })
    const { user, unmount } = open('/today')
    const whole = await choose(user, 'SELECT A TEAM')
    await user.click(within(whole).getByRole('button', { name: /Whole organization/ }))
    // The first selection does not navigate.
    expect(address()).toBe('/today')
    await user.click(await within(navigation()).findByRole('link', { name: 'Dashboard' }))
    await screen.findByRole('heading', { level: 1, name: 'World Cup 2026' })
    expect((await screen.findByRole('list', { name: 'Teams' })).children).toHaveLength(2)
    unmount()
    localStorage.removeItem('touchline.of.user-1.selection')
    server.answers({ 'GET /api/v1/playersAndTeams': admin(2, false) })
    const coach = open('/today')
    const teams = await choose(coach.user, 'SELECT A TEAM')
    expect(within(teams).queryByRole('button', { name: /Whole organization/ })).toBeNull()
    expect(within(teams).getAllByRole('button', { name: /^Team/ })).toHaveLength(2)
  })

  test('finds one team of 48 by a part of its name', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': admin(48) })
    const { user } = open('/today')
    const dialog = await choose(user, 'SELECT A TEAM')
    fireEvent.change(within(dialog).getByRole('searchbox', { name: 'Find a team' }), { target: { value: 'TEAM 31' } })
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Team 31'])
    fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'nowhere' } })
    expect(within(dialog).getByText('No team with that name.').getAttribute('role')).toBe('status')
  })

  test('has no search box for a few teams', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': admin(8) })
    const { user } = open('/today')
    const dialog = await choose(user, 'SELECT A TEAM')
    expect(within(dialog).queryByRole('searchbox')).toBeNull()
  })

  test('shows an empty state without players and teams', async () => {
    server.answers({ 'GET /api/v1/playersAndTeams': playersAndTeams() })
    const { user } = open('/today')
    const dialog = await choose(user, 'SELECT A TEAM')
    expect(within(dialog).getByText('No players or teams yet')).not.toBeNull()
  })

  test('closes on Escape and restores the focus', async () => {
    const { user } = open('/today')
    await choose(user, 'My Players')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'My Players' })))
  })

  test('can be retried when the list failed to load', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    server.answers({
      'GET /api/v1/playersAndTeams': () => {
        throw new Problem('not_found')
      },
    })
    const { user } = open('/today')
    const dialog = await choose(user, 'SELECT A TEAM')
    server.answers({ 'GET /api/v1/playersAndTeams': parent })
    await user.click(await within(dialog).findByRole('button', { name: 'Try again' }))
    expect(await within(dialog).findByRole('list', { name: 'My Players' })).toBeVisible()
    vi.restoreAllMocks()
  })
})
