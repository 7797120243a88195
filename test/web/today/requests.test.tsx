import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { type Answering, itIs, show, standInServer } from '../answering.tsx'
import { card, coachOf, invite, playersAndTeams, today } from '../people.ts'

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
const coach = (...requests: ReturnType<typeof request>[]): Answering => ({
  'GET /api/v1/today': today(),
  'GET /api/v1/playersAndTeams': coachOf(),
  'GET /rest-api/chat/unread-count': { unreadCount: 0 },
  'GET /rest-api/today/requests': { requests },
})
const list = () => screen.findByRole('list', { name: 'Who asks to be let in' })
const first = async () => within(await list()).getAllByRole('listitem')[0]!

it('shows a coach who asks, for whom, since when, and where to answer', async () => {
  server.answers(coach(request('one'), request('two', null, 'Peter <b>Okafor</b>')))
  show(<TodayScreen />)
  const cards = within(await list()).getAllByRole('listitem')
  expect(cards.map(({ textContent }) => textContent)).toEqual([
    'Paula Moreno asks to be let inPlayerNoa MorenoAskedFri 20 Novone@club.exampleDone',
    'Peter <b>Okafor</b> asks to be let inTeamU12 FalconsAskedFri 20 Novtwo@club.exampleDone',
  ])
  expect(within(cards[0]!).getByRole('link').getAttribute('href')).toBe('mailto:one@club.example')
  expect(screen.queryByText(caughtUp)).toBeNull()
})

it('shows also who has no name or no address yet, and offers no way to answer them', async () => {
  server.answers(coach({ ...request('one', 'Noa Moreno', ''), from: { name: '', email: '' } }))
  show(<TodayScreen />)
  expect((await first()).textContent).toBe('Somebody asks to be let inPlayerNoa MorenoAskedFri 20 NovDone')
  expect(within(await first()).queryByRole('link')).toBeNull()
  fireEvent.click(within(await first()).getByRole('button', { name: 'Done' }))
  expect(within(await first()).getByRole('status').textContent).toBe('The request of Somebody is off your list.')
})

it('does not ask for a list that only coaches have', async () => {
  server.answers({ ...coach(), 'GET /api/v1/playersAndTeams': playersAndTeams() })
  show(<TodayScreen />)
  await screen.findByText(caughtUp)
  expect(server.asked('GET /rest-api/today/requests')).toEqual([])
})

it('takes one off when it is done, and tells the server once the time to undo it is over', async () => {
  itIs('2026-11-21T12:00:00-06:00')
  server.answers({ ...coach(request('one')), [DONE]: {} })
  show(<TodayScreen />)
  fireEvent.click(within(await first()).getByRole('button', { name: 'Done' }))
  expect(within(await first()).getByRole('status').textContent).toBe('The request of Paula Moreno is off your list.')
  await vi.advanceTimersByTimeAsync(9000)
  expect(server.asked(DONE)).toEqual([])
  await vi.advanceTimersByTimeAsync(1500)
  await waitFor(() => expect(server.asked(DONE).map(({ params }) => params['requestId'])).toEqual(['one']))
  await screen.findByText(caughtUp)
})

it('brings it back by Undo, and the server never hears of it', async () => {
  itIs('2026-11-21T12:00:00-06:00')
  server.answers({ ...coach(request('one')), [DONE]: {} })
  const { unmount } = show(<TodayScreen />)
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

it('waits for whoever is on the way to Undo by keyboard', async () => {
  server.answers({ ...coach(request('one')), [DONE]: {} })
  const { user } = show(<TodayScreen />)
  within(await first())
    .getByRole('button', { name: 'Done' })
    .focus()
  await user.keyboard('{Enter}')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(server.asked(DONE)).toEqual([])
  fireEvent.blur(within(await first()).getByRole('button', { name: 'Undo' }))
  await vi.advanceTimersByTimeAsync(11_000)
  await waitFor(() => expect(server.asked(DONE)).toHaveLength(1))
})

/** Today, until the reader goes to another screen. */
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
    'looks away',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(Object.assign(new Event('visibilitychange'), { valueOf: () => 0 }))
    },
  ],
])('tells the server at once when the reader %s', async (_what, go) => {
  server.answers({ ...coach(request('one'), request('two')), [DONE]: {} })
  const { user } = show(<Leaving />)
  await user.click(within(await first()).getByRole('button', { name: 'Done' }))
  go()
  await waitFor(() => expect(server.asked(DONE).map(({ params }) => params['requestId'])).toEqual(['one']))
  vi.restoreAllMocks()
})

it('says so when it could not be taken off, and shows it again; gone already is as good as done', async () => {
  itIs('2026-11-21T12:00:00-06:00')
  let refusal = new Problem('busy')
  server.answers({
    ...coach(request('one')),
    [DONE]: () => {
      throw refusal
    },
  })
  show(<TodayScreen />)
  fireEvent.click(within(await first()).getByRole('button', { name: 'Done' }))
  await vi.advanceTimersByTimeAsync(10_500)
  await screen.findByText(/^The request is still on your list\. Touchline is busy/)
  refusal = new Problem('not_found')
  fireEvent.click(within(await first()).getByRole('button', { name: 'Done' }))
  await vi.advanceTimersByTimeAsync(10_500)
  expect(await screen.findByText(caughtUp)).toBeVisible()
})

it('counts unread chat between mails and invites, in words without a link', async () => {
  server.answers({
    ...coach(),
    'GET /api/v1/today': { ...today(card(invite('danley'))), unreadMessagesCount: 1, pendingPlayerInviteCount: 2 },
    'GET /rest-api/chat/unread-count': { unreadCount: 3 },
  })
  show(<TodayScreen />)
  const chat = await screen.findByText('3 unread chat messages')
  expect([...(chat.parentElement?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    '1 unread email',
    '3 unread chat messages',
    '2 pending invites in the next 7 days',
  ])
  expect(chat.querySelector('a')).toBeNull()
})

it('asks for all that only after the day is shown, and never says too early that nothing waits', async () => {
  const day = Promise.withResolvers<ReturnType<typeof today>>()
  const chat = Promise.withResolvers<{ unreadCount: number }>()
  server.answers({
    ...coach(),
    'GET /api/v1/today': () => day.promise,
    'GET /rest-api/chat/unread-count': () => chat.promise,
  })
  show(<TodayScreen />)
  await waitFor(() => expect(server.calls).toHaveLength(1))
  expect(server.calls.map(({ key }) => key)).toEqual(['GET /api/v1/today'])
  day.resolve(today())
  await waitFor(() => expect(server.asked('GET /rest-api/chat/unread-count')).toHaveLength(1))
  expect(screen.queryByText(caughtUp)).toBeNull()
  chat.resolve({ unreadCount: 1 })
  await screen.findByText('1 unread chat message')
  expect(screen.queryByText(caughtUp)).toBeNull()
})
