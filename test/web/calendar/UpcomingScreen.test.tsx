import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import UpcomingScreen from '#web/calendar/UpcomingScreen.tsx'
import { address, showScreen, signInAt, standInServer } from '../fakeServer.tsx'
import { card, invite, playerId, playersAndTeams, teamId, today } from '../people.ts'

const server = standInServer()
const READ = 'GET /api/v1/playerEvents'
const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
const at = (letter: string, name: string, start: string) => ({
  id: `${teamId}.e0000000000${letter}`,
  name,
  start,
  end: new Date(Date.parse(start) + 5_400_000).toISOString(),
})
const training = at('a', 'Training', '2026-11-21T18:30:00-06:00')
const match = at('b', 'Match', '2026-11-24T17:00:00-06:00')
const late = at('c', 'Late game', '2026-11-24T23:30:00-06:00')

beforeEach(() => {
  signInAt('2026-11-21T12:00:00-06:00')
  server.answers({ 'GET /api/v1/today': today() })
})

it('lists a month of the players’ events by date at the venue, each event once', async () => {
  server.answers({
    [READ]: {
      events: [
        card(invite('roshon', 'Accepted', null, late.id), late),
        card(invite('danley', 'Pending', null, training.id), training),
        card(invite('julian', 'Pending', null, training.id), training),
        card(invite('danley', 'Declined', null, match.id), match),
      ],
    },
  })
  showScreen(<UpcomingScreen />)
  expect(screen.getByText('Loading the calendar').getAttribute('role')).toBe('status')
  const days = await screen.findAllByRole('region')
  expect(document.title).toBe('Calendar · Touchline')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('November 2026')
  expect(
    days.map((day) => [
      within(day).getByRole('heading', { level: 3 }).textContent,
      within(day)
        .getAllByRole('article')
        .map((each) => each.querySelector('h4')?.textContent),
    ]),
  ).toEqual([
    ['Sat 21 NovToday', ['Training']],
    ['Tue 24 Nov', ['Match', 'Late game']],
  ])
  expect(within(days[0]!).getAllByRole('group')).toHaveLength(2)
  // Covers November in every time zone.
  expect(server.asked(READ)[0]?.query).toMatchObject({
    startUtc: '2026-10-31T10:00:00Z',
    endUtc: '2026-12-01T12:00:00Z',
  })
})

it('starts at today, and shows earlier days on request', async () => {
  const before = at('d', 'Last week', '2026-11-14T10:00:00-06:00')
  const october = at('e', 'October', '2026-10-31T18:00:00-06:00')
  server.answers({
    [READ]: {
      events: [before, october, training].map((each) => card(invite('danley', 'Accepted', null, each.id), each)),
    },
  })
  const { user } = showScreen(<UpcomingScreen />)
  await screen.findByText('Training')
  expect(screen.queryByText('Last week')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show 1 day before today' }))
  expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Last week',
    'Training',
  ])
})

it('shows an event of several days on each of its days from today on, with its first day', async () => {
  const camp = { ...at('d', 'Camp', '2026-11-19T09:00:00-06:00'), end: '2026-11-22T15:00:00-06:00' }
  const over = { ...at('e', 'Sleepover', '2026-11-20T18:00:00-06:00'), end: '2026-11-21T09:00:00-06:00' }
  server.answers({
    [READ]: { events: [over, camp, training].map((each) => card(invite('danley', 'Accepted', null, each.id), each)) },
  })
  showScreen(<UpcomingScreen />)
  await screen.findByText('Training')
  expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
    'Camp',
    'Sleepover',
    'Training',
    'Camp',
  ])
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Sat 21 NovToday',
    'Sun 22 Nov',
  ])
  expect(screen.getAllByText('Since Thu 19 Nov')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Show 2 days before today' })).toBeDefined()
})

it('keeps a late evening visible past midnight until it ends', async () => {
  signInAt('2026-11-22T00:30:00-06:00')
  const evening = { ...at('d', 'Party', '2026-11-21T20:00:00-06:00'), end: '2026-11-22T01:00:00-06:00' }
  server.answers({ [READ]: { events: [card(invite('danley', 'Accepted', null, evening.id), evening)] } })
  showScreen(<UpcomingScreen />)
  await screen.findByText('Party')
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Sat 21 Nov'])
})

it('shows an event that lasts into the next month once on each day, at the end of a month too', async () => {
  signInAt('2026-11-28T12:00:00-06:00')
  const camp = { ...at('d', 'Camp', '2026-11-29T09:00:00-06:00'), end: '2026-12-01T15:00:00-06:00' }
  // Both months have it.
  server.answers({ [READ]: { events: [card(invite('danley', 'Accepted', null, camp.id), camp)] } })
  showScreen(<UpcomingScreen />)
  await screen.findAllByText('Camp')
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Sun 29 Nov',
    'Mon 30 Nov',
    'Tue 1 Dec',
  ])
  expect(screen.getAllByRole('heading', { level: 4 })).toHaveLength(3)
})

it('links to the next month when nothing more is planned', async () => {
  const before = at('d', 'Last week', '2026-11-14T10:00:00-06:00')
  server.answers({
    [READ]: ({ query }) => ({
      events: query['startUtc']?.startsWith('2026-10')
        ? [card(invite('danley', 'Accepted', null, before.id), before)]
        : [],
    }),
  })
  const { user } = showScreen(<UpcomingScreen />)
  await screen.findByText('Nothing more in November 2026')
  await user.click(screen.getByRole('button', { name: 'Go to December 2026' }))
  await screen.findByText('Nothing planned in December 2026')
  expect(address()).toBe('/?month=2026-12')
  // The button is gone, so focus moves to the heading of the next month.
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'December 2026' })).toHaveFocus())
})

it('shows at the end of a month also the days of the next one with counted invitations', async () => {
  signInAt('2026-11-28T12:00:00-06:00')
  const [soon, later] = [at('d', 'Cup', '2026-12-05T10:00:00-06:00'), at('e', 'Party', '2026-12-06T10:00:00-06:00')]
  server.answers({
    [READ]: ({ query }) => ({
      events: query['startUtc']?.startsWith('2026-11')
        ? [soon, later].map((each) => card(invite('danley', 'Pending', null, each.id), each))
        : [],
    }),
  })
  showScreen(<UpcomingScreen />)
  await screen.findByText('Cup')
  expect(screen.queryByText('Party')).toBeNull()
})

describe('the filter by child', () => {
  const own = playersAndTeams({
    players: [
      { id: playerId('a'), name: 'Danley Jean Jacques', orgUnits: [] },
      { id: playerId('b'), name: 'Roshon van Eijma', orgUnits: [] },
    ],
    following: [{ id: playerId('c'), name: 'Julián Quiñones', orgUnits: [] }],
  })
  const days = () => screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)
  beforeEach(() => {
    server.answers({
      'GET /api/v1/playersAndTeams': own,
      [READ]: {
        events: [
          card(invite('danley', 'Pending', null, training.id), training),
          card(invite('roshon', 'Pending', null, training.id), training),
          card(invite('roshon', 'Pending', null, match.id), match),
          { ...card(invite('julian', 'Pending', null, late.id), late), invite: null },
        ],
      },
    })
  })

  it('shows one player’s events, remembered until signing out', async () => {
    const first = showScreen(<UpcomingScreen />)
    await screen.findByText('Match')
    expect(days()).toEqual(['Training', 'Match', 'Late game'])
    const filter = within(screen.getByRole('group', { name: 'Show events of' }))
    expect(filter.getByRole('button', { name: 'Everyone', pressed: true })).toBeDefined()
    await first.user.click(filter.getByRole('button', { name: /Danley/ }))
    expect(days()).toEqual(['Training'])
    expect(screen.getByRole('group', { name: /going to Training/ }).getAttribute('aria-label')).toMatch(/Danley/)
    first.unmount()
    const { user } = showScreen(<UpcomingScreen />)
    await screen.findByText('Training')
    expect(days()).toEqual(['Training'])
    await user.click(await screen.findByRole('button', { name: 'Everyone' }))
    expect(days()).toHaveLength(3)
  })

  it('includes followed players, without answer buttons', async () => {
    const { user } = showScreen(<UpcomingScreen />)
    const filter = within(await screen.findByRole('group', { name: 'Show events of' }))
    await user.click(filter.getByRole('button', { name: /Julián/ }))
    expect(days()).toEqual(['Late game'])
    expect(screen.queryByRole('group', { name: /^Is/ })).toBeNull()
  })

  it('is reset by a link to all invitations, and shows how many of other players are hidden', async () => {
    localStorage.setItem('touchline.of.user-1.calendar', playerId('a'))
    const { user } = showScreen(<UpcomingScreen />, { path: '/calendar', at: '/calendar?everybody=true' })
    await screen.findByRole('button', { name: 'Everyone', pressed: true })
    expect(days()).toHaveLength(3)
    expect(screen.queryByText(/invitations? of (an)?other players?/)).toBeNull()
    await user.click(screen.getByRole('button', { name: /Danley/ }))
    expect(days()).toEqual(['Training'])
    expect(screen.getByText('2 invitations of other players are waiting for an answer.')).toBeVisible()
    expect(address()).toBe('/calendar')
  })

  it('ignores a remembered player who is not the user’s any more', async () => {
    localStorage.setItem('touchline.of.user-1.calendar', playerId('e'))
    showScreen(<UpcomingScreen />)
    await screen.findByRole('button', { name: 'Everyone', pressed: true })
    expect(days()).toHaveLength(3)
  })
})

it('answers an invitation in place, optimistically', async () => {
  let answered = invite('danley', 'Pending', null, match.id)
  server.answers({
    [READ]: () => ({ events: [card(answered, match)] }),
    [ANSWER]: () => {
      answered = { ...answered, status: { value: 'Accepted' } }
      return answered
    },
  })
  const { user } = showScreen(<UpcomingScreen />)
  await user.click(await screen.findByRole('button', { name: 'Yes' }))
  await screen.findByRole('button', { name: 'Yes, Going' })
  expect(server.asked(ANSWER)[0]?.query['status']).toBe('Accepted')
  await screen.findByRole('button', { name: 'Note to coach' })
})

it('rolls the answer back with an error when it fails', async () => {
  server.answers({
    [READ]: { events: [card(invite('danley', 'Pending', null, match.id), match)] },
    [ANSWER]: () => {
      throw new Problem('internal')
    },
  })
  const { user } = showScreen(<UpcomingScreen />)
  await user.click(await screen.findByRole('button', { name: 'No' }))
  const alert = await screen.findByText('Error updating availability.')
  expect(alert.closest('[role=alert]')).not.toBeNull()
  await screen.findByRole('button', { name: 'No', pressed: false })
})

it('shows an empty state when nothing is planned', async () => {
  server.answers({ [READ]: { events: [] } })
  showScreen(<UpcomingScreen />)
  await screen.findByText('Nothing planned in November 2026')
  expect(screen.getByText('When a coach invites you or your player to an event, it appears here.')).toBeDefined()
})

it('shows a load error and can be retried', async () => {
  let broken = true
  server.answers({
    [READ]: () => {
      if (broken) throw new Problem('internal')
      return { events: [card(invite('danley', 'Pending', null, match.id), match)] }
    },
  })
  const { user } = showScreen(<UpcomingScreen />)
  await screen.findByText('We could not load November 2026.')
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Match')).toBeDefined()
})

it('shows a month grid on laptops, which scrolls to a day without moving the focus', async () => {
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = scrolled
  const before = at('d', 'Last week', '2026-11-14T10:00:00-06:00')
  server.answers({
    [READ]: {
      events: [before, training, match].map((each) => card(invite('danley', 'Pending', null, each.id), each)),
    },
  })
  const { user } = showScreen(<UpcomingScreen />)
  const grid = within(await screen.findByRole('table', { name: 'November 2026' }))
  await screen.findByText('Match')
  expect(grid.getAllByRole('button').map((each) => each.getAttribute('aria-label'))).toEqual([
    '1 event on Sat 14 Nov',
    '1 event on Sat 21 Nov',
    '1 event on Tue 24 Nov',
  ])
  expect(grid.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    'Sun Mon Tue Wed Thu Fri Sat'.split(' '),
  )
  const past = grid.getByRole('button', { name: /14 Nov/ })
  await user.click(past)
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('heading', { level: 3, name: 'Sat 14 Nov' })])
  expect(document.activeElement).toBe(past)
})
