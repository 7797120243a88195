import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { type FakeAnswers, clockFrom, showScreen, signInAt, standInServer } from '../fakeServer.tsx'
import { card, coachOf, invite, organizationId, person, playersAndTeams, teamId, today } from '../people.ts'

const server = standInServer()
const DONE = 'DELETE /rest-api/today/requests/{requestId}'
const caughtUp = "No Notifications. You're all caught up!"

const request = (id: string, playerName: string | null = 'Noa Moreno', name = 'Paula Moreno') => ({
  id,
  from: { name, email: `${id}@club.example` },
  playerName,
  teamName: playerName === null ? 'U12 Falcons' : null,
  askedAt: '2026-11-20T18:00:00Z',
})
const coach = (...requests: ReturnType<typeof request>[]): FakeAnswers => ({
  'GET /api/v1/today': today(),
  'GET /api/v1/playersAndTeams': coachOf(),
  'GET /rest-api/chat/unread-count': { unreadCount: 0 },
  'GET /rest-api/today/requests': { requests },
})
const list = () => screen.findByRole('list', { name: 'Access requests' }, { timeout: 10_000 })
const first = async () => within(await list()).getAllByRole('listitem')[0]!

it('shows a coach who requests access, for whom, since when, and the answers', async () => {
  server.answers(coach(request('one'), request('two', null, 'Peter <b>Okafor</b>')))
  showScreen(<TodayScreen />)
  const cards = within(await list()).getAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    'Paula Moreno is asking for accessPlayerNoa MorenoAskedFri 20 Novone@club.exampleGive accessDeclineDone',
    'Peter <b>Okafor</b> is asking for accessTeamU12 FalconsAskedFri 20 Novtwo@club.exampleGive accessDeclineDone',
  ])
  expect(within(cards[0]!).getByRole('link').getAttribute('href')).toBe('mailto:one@club.example')
  expect(screen.queryByText(caughtUp)).toBeNull()
})

it('shows a request without a name and an address, without a link to reply', async () => {
  server.answers(coach({ ...request('one', 'Noa Moreno', ''), from: { name: '', email: '' } }))
  showScreen(<TodayScreen />)
  expect((await first()).textContent).toBe(
    'Someone is asking for accessPlayerNoa MorenoAskedFri 20 NovGive accessDeclineDone',
  )
  expect(within(await first()).queryByRole('link')).toBeNull()
  fireEvent.click(within(await first()).getByRole('button', { name: 'Done' }))
  expect(within(await first()).getByRole('status').textContent).toBe(
    'Someone’s request has been removed from your list.',
  )
})

it('makes no request for a user who is not a coach', async () => {
  server.answers({ ...coach(), 'GET /api/v1/playersAndTeams': playersAndTeams() })
  showScreen(<TodayScreen />)
  await screen.findByText(caughtUp)
  expect(server.asked('GET /rest-api/today/requests')).toEqual([])
})

it('removes a request on Done, and tells the server after the time for undo', async () => {
  signInAt('2026-11-21T12:00:00-06:00')
  server.answers({ ...coach(request('one')), [DONE]: {} })
  showScreen(<TodayScreen />)
  fireEvent.click(within(await first()).getByRole('button', { name: 'Done' }))
  expect(within(await first()).getByRole('status').textContent).toBe(
    'Paula Moreno’s request has been removed from your list.',
  )
  await vi.advanceTimersByTimeAsync(9000)
  expect(server.asked(DONE)).toEqual([])
  await vi.advanceTimersByTimeAsync(1500)
  await waitFor(() => expect(server.asked(DONE).map(({ params }) => params['requestId'])).toEqual(['one']))
  await screen.findByText(caughtUp)
})

it('restores a request on Undo, without telling the server', async () => {
  signInAt('2026-11-21T12:00:00-06:00')
  server.answers({ ...coach(request('one')), [DONE]: {} })
  const { unmount } = showScreen(<TodayScreen />)
  fireEvent.click(within(await first()).getByRole('button', { name: 'Done' }))
  const undo = within(await first()).getByRole('button', { name: 'Undo' })
  expect(document.activeElement).toBe(undo)
  fireEvent.click(undo)
  fireEvent.blur(undo)
  expect(within(await first()).getByRole('button', { name: 'Done' })).toBeDefined()
  await vi.advanceTimersByTimeAsync(20_000)
  unmount()
  await vi.advanceTimersByTimeAsync(100)
  expect(server.asked(DONE)).toEqual([])
})

it('offers no Undo while sending, and keeps the focus on the request until it is gone', async () => {
  signInAt('2026-11-21T12:00:00-06:00')
  const sent = Promise.withResolvers<Record<string, never>>()
  server.answers({ ...coach(request('one'), request('two')), [DONE]: () => sent.promise })
  showScreen(<TodayScreen />)
  fireEvent.click(within(await first()).getByRole('button', { name: 'Done' }))
  expect(within(await first()).getByRole('button', { name: 'Undo' })).toHaveFocus()
  await vi.advanceTimersByTimeAsync(10_500)
  await waitFor(() => expect(server.asked(DONE)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect((await first()).contains(document.activeElement)).toBe(true)
  sent.resolve({})
  await waitFor(async () => expect(await list()).toHaveFocus())
})

it('waits while Undo has the keyboard focus', async () => {
  server.answers({ ...coach(request('one')), [DONE]: {} })
  const { user } = showScreen(<TodayScreen />)
  within(await first())
    .getByRole('button', { name: 'Done' })
    .focus()
  await user.keyboard('{Enter}')
  clockFrom(Date.now())
  await vi.advanceTimersByTimeAsync(30_000)
  expect(server.asked(DONE)).toEqual([])
  fireEvent.blur(within(await first()).getByRole('button', { name: 'Undo' }))
  await vi.advanceTimersByTimeAsync(11_000)
  await waitFor(() => expect(server.asked(DONE)).toHaveLength(1))
})

/** Today, until the user navigates to another screen. */
function Leaving() {
  const [there, stay] = useState(true)
  return there ? (
    <>
      <TodayScreen />
      <button type="button" onClick={() => stay(false)}>
        Leave
      </button>
    </>
  ) : null
}

it.each([
  ['leaves Today', () => fireEvent.click(screen.getByRole('button', { name: 'Leave' }))],
  [
    'switches to another tab',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(Object.assign(new Event('visibilitychange'), { valueOf: () => 0 }))
    },
  ],
])('tells the server at once when the user %s', async (_what, go) => {
  server.answers({ ...coach(request('one'), request('two')), [DONE]: {} })
  const { user } = showScreen(<Leaving />)
  await user.click(within(await first()).getByRole('button', { name: 'Done' }))
  go()
  await waitFor(() => expect(server.asked(DONE).map(({ params }) => params['requestId'])).toEqual(['one']))
  vi.restoreAllMocks()
})

it('restores the request with an error when removing fails, but treats 404 as done', async () => {
  signInAt('2026-11-21T12:00:00-06:00')
  let refusal = new Problem('busy')
  server.answers({
    ...coach(request('one')),
    [DONE]: () => {
      throw refusal
    },
  })
  showScreen(<TodayScreen />)
  fireEvent.click(within(await first()).getByRole('button', { name: 'Done' }))
  await vi.advanceTimersByTimeAsync(10_500)
  await screen.findByText(/^The request is still on your list\. Touchline is busy/)
  refusal = new Problem('not_found')
  fireEvent.click(within(await first()).getByRole('button', { name: 'Done' }))
  await vi.advanceTimersByTimeAsync(10_500)
  expect(await screen.findByText(caughtUp)).toBeVisible()
})

it('shows unread chat messages between emails and invitations, with a link', async () => {
  server.answers({
    ...coach(),
    'GET /api/v1/today': { ...today(card(invite('danley'))), unreadMessagesCount: 1, pendingPlayerInviteCount: 2 },
    'GET /rest-api/chat/unread-count': { unreadCount: 3 },
  })
  showScreen(<TodayScreen />)
  const chat = await screen.findByRole('link', { name: '3 unread in chat' })
  expect([...(chat.closest('ul')?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    '1 unread email',
    '3 unread in chat',
    '2 pending invitations in the next 7 days',
  ])
  expect(chat.getAttribute('href')).toBe('/chat')
})

it('loads this after the day, and never shows the empty state too early', async () => {
  const day = Promise.withResolvers<ReturnType<typeof today>>()
  const chat = Promise.withResolvers<{ unreadCount: number }>()
  server.answers({
    ...coach(),
    'GET /api/v1/today': () => day.promise,
    'GET /rest-api/chat/unread-count': () => chat.promise,
  })
  showScreen(<TodayScreen />)
  await waitFor(() => expect(server.calls).toHaveLength(1))
  expect(server.calls.map(({ key }) => key)).toEqual(['GET /api/v1/today'])
  day.resolve(today())
  await waitFor(() => expect(server.asked('GET /rest-api/chat/unread-count')).toHaveLength(1))
  expect(screen.queryByText(caughtUp)).toBeNull()
  chat.resolve({ unreadCount: 1 })
  await screen.findByText('1 unread in chat')
  expect(screen.queryByText(caughtUp)).toBeNull()
})

describe('granting access', () => {
  const GRANT = 'POST /rest-api/today/requests/{requestId}/grant'
  const DECLINE = 'POST /rest-api/today/requests/{requestId}/decline'
  const team: AnswerOf<'GET /api/v1/team/{teamId}'> = {
    id: teamId,
    name: 'U12 Falcons',
    archived: false,
    dateArchived: null,
    isOrganization: false,
    isRosterVisible: true,
    season: '',
    color: '',
    sport: { name: 'Soccer', fieldLabel: 'Field' },
    organization: { id: organizationId, name: 'Riverside FC' },
    orgAdmins: [],
    players: (['danley', 'roshon', 'julian'] as const).map((name) => ({
      ...person(name),
      number: null,
      position: null,
    })),
    myPlayers: [],
    permissions: ['canEditPlayers'],
  }
  const own = coachOf()
  const editor = {
    ...own,
    organizations: own.organizations.map((each) => ({ ...each, permissions: ['canEditPlayers' as const] })),
  }
  const names = () =>
    within(screen.getByRole('list', { name: 'Players' }))
      .getAllByRole('group')
      .map((each) => each.getAttribute('aria-label'))
  async function picking(playerName = 'Julian Quinones') {
    server.answers({
      ...coach(request('one', playerName)),
      'GET /api/v1/playersAndTeams': editor,
      'GET /api/v1/team/{teamId}': team,
      [GRANT]: {},
      [DECLINE]: {},
    })
    const { user } = showScreen(<TodayScreen />)
    await user.click(within(await first()).getByRole('button', { name: 'Give access' }))
    await screen.findByRole('list', { name: 'Players' })
    return user
  }

  it('lists the requested player first, explains both kinds of access, and takes one tap', async () => {
    signInAt('2026-11-21T12:00:00-06:00')
    const user = await picking()
    await waitFor(() => expect(names()).toEqual(['Julián Quiñones']))
    expect(screen.getByText(/^As a parent, Paula Moreno sees the team’s events/)).toBeDefined()
    expect(screen.getByText(/^As a follower, Paula Moreno sees when the player plays/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'As parent' }))
    expect(within(await first()).getByRole('status').textContent).toBe('Paula Moreno is now family of Julián Quiñones.')
    expect(server.asked(GRANT)).toEqual([])
    await vi.advanceTimersByTimeAsync(10_500)
    await waitFor(() => expect(server.asked(GRANT)).toHaveLength(1))
    expect(server.asked(GRANT)[0]).toMatchObject({
      params: { requestId: 'one' },
      body: { playerId: person('julian').id, teamId, relation: 'own' },
    })
    await waitFor(() => expect(screen.queryByText(/is asking for access/)).toBeNull())
  })

  it('lists all players when no name matches, and filters them by a search', async () => {
    const user = await picking('Somebody Else')
    await waitFor(() => expect(names()).toHaveLength(3))
    await user.type(screen.getByRole('textbox', { name: 'Find the player' }), 'rosh')
    expect(names()).toEqual(['Roshon van Eijma'])
    await user.type(screen.getByRole('textbox', { name: 'Find the player' }), 'xyz')
    expect(screen.getByText('Nobody on this team has that name.')).toBeDefined()
  })

  it('can be undone before it is sent', async () => {
    const user = await picking()
    await user.click(await screen.findByRole('button', { name: 'As follower' }))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(within(await first()).getByRole('button', { name: 'Give access' })).toBeDefined()
    expect(server.asked(GRANT)).toEqual([])
  })

  it('restores the request with an error when it fails', async () => {
    signInAt('2026-11-21T12:00:00-06:00')
    const user = await picking()
    server.answers({
      [GRANT]: () => {
        throw new Problem('not_allowed')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'As parent' }))
    await vi.advanceTimersByTimeAsync(10_500)
    await screen.findByText(/^The request is still on your list/)
    expect(within(await first()).getByRole('button', { name: 'Give access' })).toBeDefined()
  })

  it('is declined in one tap, and says what the person will see', async () => {
    signInAt('2026-11-21T12:00:00-06:00')
    server.answers({ ...coach(request('one')), [DECLINE]: {} })
    showScreen(<TodayScreen />)
    fireEvent.click(within(await first()).getByRole('button', { name: 'Decline' }))
    expect(within(await first()).getByRole('status').textContent).toBe('Paula Moreno will see that you declined.')
    await vi.advanceTimersByTimeAsync(10_500)
    await waitFor(() => expect(server.asked(DECLINE).map(({ params }) => params['requestId'])).toEqual(['one']))
  })
})

it('is a collapsed line on a phone, which opens to the requests', async () => {
  server.answers(coach(request('one'), request('two')))
  const { user } = showScreen(<TodayScreen />, { width: 'phone' })
  const folded = { name: '2 people ask for access', expanded: false }
  const opener = await screen.findByRole('button', folded, { timeout: 10_000 })
  expect(screen.queryByText('Paula Moreno is asking for access')).toBeNull()
  await user.click(opener)
  expect(await screen.findAllByText('Paula Moreno is asking for access')).toHaveLength(2)
})
