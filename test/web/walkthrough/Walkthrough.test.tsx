import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { nothingPending } from '#web/api/pendingRequests.ts'
import { useOpenDialog } from '#web/kit/openDialogs.ts'
import { readySteps } from '#web/walkthrough/steps.ts'
import { advanceTime, clockFrom, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId as orgId, person, playersAndTeams, profile, teamId, today } from '../people.ts'
import { open } from '../shell-open.tsx'

const READ = 'GET /rest-api/users/feature-walkthrough'
const NOTE = 'POST /rest-api/users/update-feature-walkthrough'
const server = standInServer()
const noted = () => server.asked(NOTE).map(({ query }) => [query['walkthroughId'], query['isCompleted']])
const dashboard = `/${orgId}/${teamId}/teams`

const answersWith = (completed: { coachNav: boolean; coachTeam: boolean }) =>
  server.answers({
    [READ]: ({ query }) => {
      const name = query['walkthroughId'] as keyof typeof completed
      return { name, completed: completed[name], closeCount: 0 }
    },
    [NOTE]: { name: 'coachNav', completed: false, closeCount: 1 },
  })

// Loads the screens' modules first, which on a busy machine takes longer than a test waits.
beforeAll(() =>
  Promise.all([
    import('#web/teams/TeamScreen.tsx'),
    import('#web/teams/EditTeamScreen.tsx'),
    import('#web/settings/JoinScreen.tsx'),
    import('#web/walkthrough/Tour.tsx'),
  ]),
)
// Waits for pending requests while the mock server still answers them.
afterEach(() => waitFor(() => expect(nothingPending()).toBe(true)))

beforeEach(async () => {
  clockFrom(Date.now())
  // Pending requests of the previous test would delay this one and count as its own.
  await waitFor(() => expect(nothingPending()).toBe(true))
  server.calls.length = 0
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  Element.prototype.scrollIntoView = () => undefined
  server.answers({
    'GET /rest-api/users/profile': profile('Carmen', 'Coach'),
    'GET /api/v1/today': today(),
    'GET /rest-api/chat/unread-count': { unreadCount: 0 },
    'GET /rest-api/today/requests': { requests: [] },
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /api/v1/teamEventsByMonth/{orgUnitId}': { events: [], cursor: null },
    'GET /api/v1/team/{teamId}': {
      id: teamId,
      name: 'U12 Falcons',
      archived: false,
      dateArchived: null,
      isOrganization: false,
      isRosterVisible: true,
      season: '',
      color: '',
      sport: { name: 'Soccer', fieldLabel: 'Field' },
      organization: { id: orgId, name: 'Riverside FC' },
      orgAdmins: [],
      players: [
        { ...person('danley'), number: '7', position: '' },
        { ...person('roshon'), number: '9', position: '' },
      ],
      myPlayers: [],
      permissions: ['canEditEvents'],
    },
  })
  answersWith({ coachNav: false, coachTeam: false })
})

const step = (name: string) => screen.findByRole('dialog', { name })
/**
 * Waits for the first step. The page's readiness is checked every two seconds of mocked time, so one check is passed at
 * once. Another one would come in real time only, later than a test waits.
 */
async function begun() {
  await screen.findByRole('button', { name: /^Account of/ })
  await screen.findByText('Danley Jean Jacques')
  await waitFor(() => expect(screen.queryByRole('dialog') ?? readySteps('coachNav')).not.toEqual([]))
  await advanceTime(2000)
  return step('Your teams')
}
const openMenu = async (user: ReturnType<typeof open>['user']) =>
  user.click(await screen.findByRole('button', { name: /^Account of/ }))
const press = (user: ReturnType<typeof open>['user'], name: string) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name }))

describe('the tour for a coach', () => {
  test('shows the navigation step by step, then the team', async () => {
    const { user } = open(dashboard)
    await begun()
    for (const [at, name] of ['Your teams', 'Today', 'Dashboard', 'Calendar', 'Your account'].entries()) {
      const dialog = await step(name)
      expect(within(dialog).getByText(`${at + 1} of 5`)).not.toBeNull()
      await press(user, at === 4 ? 'Done' : 'Next')
    }
    for (const name of ['Find a player', 'Your roster', 'Who comes']) {
      await step(name)
      await press(user, name === 'Who comes' ? 'Done' : 'Next')
    }
    await waitFor(() =>
      expect(noted()).toEqual([
        ['coachNav', 'true'],
        ['coachTeam', 'true'],
      ]),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows the team only on the dashboard', async () => {
    answersWith({ coachNav: true, coachTeam: false })
    open('/today')
    await screen.findByRole('button', { name: /^Account of/ })
    await advanceTime(2000)
    await waitFor(() => expect(server.asked(READ)).toHaveLength(1))
    await advanceTime(6000)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.asked(READ)).toHaveLength(1)
  })

  test('goes back and forth by arrow keys and buttons, with the focus on the main button', async () => {
    const { user } = open(dashboard)
    await begun()
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Next'))
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
    await user.keyboard('{ArrowRight}')
    await step('Today')
    await waitFor(() => expect(document.activeElement).toHaveTextContent('Next'))
    await user.keyboard('{Enter}')
    await step('Dashboard')
    await press(user, 'Back')
    await step('Today')
    await user.keyboard('{ArrowLeft}')
    await step('Your teams')
    await user.keyboard('{ArrowLeft}')
    await step('Your teams')
    expect(noted()).toEqual([])
  })

  test('cannot be finished by an arrow key', async () => {
    const { user } = open(dashboard)
    await begun()
    await user.keyboard('{ArrowRight}'.repeat(9))
    await step('Your account')
    expect(noted()).toEqual([])
  })

  const ways: [string, (user: ReturnType<typeof open>['user']) => Promise<unknown>][] = [
    ['Skip', (user) => press(user, 'Skip')],
    ['Close', (user) => press(user, 'Close')],
    ['Escape', (user) => user.keyboard('{Escape}')],
    ['Escape, held down', (user) => user.keyboard('{Escape>5/}')],
    ['a click beside it', (user) => user.click(document.querySelector('svg[role="presentation"]') ?? document.body)],
    ['leaving the page', async () => window.dispatchEvent(new Event('pagehide'))],
  ]
  test.each(ways)('is closed by %s, which is counted once', async (_, close) => {
    const { user, unmount } = open(dashboard)
    await begun()
    await close(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(noted()).toEqual([['coachNav', 'false']]))
    unmount()
    await advanceTime(50)
    expect(noted()).toHaveLength(1)
  })

  test('is closed by navigating to another screen', async () => {
    open(dashboard)
    await begun()
    // The page beneath cannot be clicked, but the browser's navigation works.
    screen.getByRole('link', { name: 'Calendar', hidden: true }).click()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(noted()).toEqual([['coachNav', 'false']]))
  })

  test('is closed by a page that opens in a dialog, even before that has been loaded', async () => {
    open(`/${orgId}/${teamId}/calendar`)
    const link = await screen.findByRole('link', { name: 'New event' })
    await waitFor(() => expect(screen.queryByRole('dialog') ?? readySteps('coachNav')).not.toEqual([]))
    await advanceTime(2000)
    await step('Your teams')
    link.click()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Your teams' })).toBeNull())
  })

  test('is closed by a dialog that was still loading when it began', async () => {
    open(dashboard)
    await begun()
    const Loaded = () => void useOpenDialog(true)
    const { unmount } = render(<Loaded />)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(noted()).toEqual([['coachNav', 'false']]))
    unmount()
  })

  test.each([`/team/edit/${teamId}`, '/join/i0000000000a'])(
    'does not start on a screen that the user came for by its address: %s',
    async (address) => {
      server.answers({
        'GET /rest-api/organization/invitation/{invitationId}': () => {
          throw new Problem('not_found')
        },
      })
      open(address)
      await screen.findByRole('button', { name: /^Account of/ })
      await advanceTime(6000)
      expect(server.asked(READ)).toEqual([])
    },
  )

  test('does not start while a menu is open', async () => {
    const opener = document.createElement('button')
    opener.setAttribute('aria-haspopup', 'menu')
    opener.setAttribute('aria-expanded', 'true')
    document.body.append(opener)
    open(dashboard)
    await screen.findByRole('button', { name: /^Account of/ })
    await advanceTime(6000)
    expect(server.asked(READ)).toEqual([])
    opener.setAttribute('aria-expanded', 'false')
    await begun()
    opener.remove()
  })

  test('does not start while the selector is open', async () => {
    const ready = Promise.withResolvers<ReturnType<typeof coachOf>>()
    server.answers({ 'GET /api/v1/playersAndTeams': () => ready.promise })
    const { user } = open(dashboard)
    await screen.findByRole('button', { name: 'Account of Carmen Coach' })
    const button = document.querySelector<HTMLElement>('[data-tour="selector"]')
    button?.click()
    await screen.findByRole('dialog', { name: 'Players and teams' })
    ready.resolve(coachOf())
    await advanceTime(6000)
    expect(server.asked(READ)).toEqual([])
    await user.keyboard('{Escape}')
    await begun()
  })

  test('can be started again from the menu', async () => {
    answersWith({ coachNav: true, coachTeam: true })
    const { user } = open(dashboard)
    await screen.findByText('Danley Jean Jacques')
    await advanceTime(2000)
    await waitFor(() => expect(server.asked(READ)).toHaveLength(2))
    await openMenu(user)
    await user.click(await screen.findByText('Take the tour'))
    await step('Your teams')
  })
})

describe('the tour for others', () => {
  const player = { id: `${orgId}.p0000000000a`, name: 'Danley Jean Jacques', orgUnits: [] }
  test.each([
    ['a parent', playersAndTeams({ players: [player] }), '/today'],
    ['a parent at a team', playersAndTeams({ players: [player] }), `/${orgId}/${teamId}/calendar`],
    ['a user without anything', playersAndTeams(), '/today'],
    ['a coach on the screen of their own players', { ...coachOf(), players: [player] }, '/players'],
  ])('is not shown to %s', async (_, data, at) => {
    server.answers({ 'GET /api/v1/playersAndTeams': data })
    const { user } = open(at)
    await screen.findByRole('heading', { level: 1 })
    await openMenu(user)
    await screen.findByText('Logout')
    await advanceTime(6000)
    expect(server.asked(READ)).toEqual([])
    expect(screen.queryByText('Take the tour') !== null).toBe(data.organizations.length > 0)
  })
  test('is shown to an administrator without a team only on request, with fewer steps', async () => {
    const own = playersAndTeams({
      organizations: coachOf().organizations.map((each) => ({
        ...each,
        orgAdmin: true,
        teams: [...each.teams, { id: `${orgId}.t0000000000b`, name: 'U14', permissions: [] }],
      })),
    })
    server.answers({ 'GET /api/v1/playersAndTeams': own })
    const { user } = open('/today')
    await screen.findByRole('button', { name: 'SELECT A TEAM' })
    await screen.findByText(/all caught up/)
    expect(server.asked(READ)).toEqual([])
    await openMenu(user)
    await user.click(await screen.findByText('Take the tour'))
    await within(await step('Your teams')).findByText('1 of 3')
  })
})
