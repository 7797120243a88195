import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { itIs, lookAgain, readerIn, show, standInServer } from '../answering.tsx'
import { card, event, invite, playerId, teamId, today } from '../people.ts'

const server = standInServer()
const texts = (all: HTMLElement[]) => all.map(({ textContent }) => textContent)

it('shows its cards in the order of the spec', async () => {
  server.answers({
    'GET /api/v1/today': {
      ...today(card(invite('danley'))),
      unpaidLateFeeCount: 1,
      unpaidFeeCount: 2,
      unreadMessagesCount: 3,
      pendingPlayerInviteCount: 4,
    },
  })
  show(<TodayScreen />)
  const [events, notifications] = await screen.findAllByRole('list')
  expect(within(events as HTMLElement).getByRole('article', { name: 'Training Danley Jean Jacques' })).toBeDefined()
  expect(texts(within(notifications as HTMLElement).getAllByRole('listitem'))).toEqual([
    '1 late fee',
    '2 unpaid fees',
    '3 unread emails',
    '4 pending invites in the next 7 days',
  ])
  // Only what leads to a screen that there is.
  const [link, ...others] = within(notifications as HTMLElement).getAllByRole('link')
  expect(link).toHaveTextContent('4 pending invites')
  expect(link).toHaveAttribute('href', '/calendar')
  expect(others).toEqual([])
  expect(screen.queryByText(/all caught up/)).toBeNull()
})

it('shows on a card the event, the player, the team and both answers', async () => {
  server.answers({ 'GET /api/v1/today': today(card(invite('danley'), { name: 'Match' })) })
  show(<TodayScreen />)
  const shown = within(await screen.findByRole('article'))
  expect(shown.getByRole('heading', { name: 'Match' })).toBeDefined()
  expect(shown.getByText('Danley Jean Jacques')).toBeDefined()
  expect(shown.getByText(/· U12 Falcons$/)).toBeDefined()
  expect(texts(within(shown.getByRole('group')).getAllByRole('button'))).toEqual(['Yes', 'No'])
})

it('says that nothing waits when there is nothing', async () => {
  server.answers({ 'GET /api/v1/today': today() })
  show(<TodayScreen />)
  await screen.findByText("No Notifications. You're all caught up!")
  expect(document.title).toBe('Today · Touchline')
})

it('asks for the reader’s own day, and names the players it saw last', async () => {
  itIs('2026-11-21T23:30:00-06:00')
  server.answers({ 'GET /api/v1/today': today(card(invite('danley')), card(null)) })
  const first = show(<TodayScreen />)
  expect(screen.getByRole('heading', { level: 1, name: 'Today' })).toBeDefined()
  expect(screen.getByText('Sat 21 Nov')).toBeDefined()
  await screen.findByText('Danley Jean Jacques')
  expect(server.asked('GET /api/v1/today')[0]?.query).toEqual({ startUtc: '2026-11-21T06:00:00.000Z' })
  first.unmount()
  show(<TodayScreen />)
  await screen.findByText('Danley Jean Jacques')
  expect(server.asked('GET /api/v1/today').at(-1)?.query['players']).toBe(playerId('a'))
})

it('says the day of an event that is on another day where it is held', async () => {
  readerIn('Australia/Sydney')
  itIs('2026-11-22T08:00:00+11:00')
  const there = { start: '2026-11-21T16:00:00Z', end: '2026-11-21T17:00:00Z' }
  server.answers({ 'GET /api/v1/today': today(card(invite('danley'), there)) })
  show(<TodayScreen />)
  const held = await screen.findByRole('article')
  expect(screen.getAllByText('Sun 22 Nov')).toHaveLength(1)
  expect(within(held).getByText('Sat 21 Nov')).toBeDefined()
})

it('turns to the next day when it is looked at after midnight', async () => {
  itIs('2026-11-21T23:59:00-06:00')
  server.answers({ 'GET /api/v1/today': today() })
  show(<TodayScreen />)
  await screen.findByText(/all caught up/)
  itIs('2026-11-22T00:01:00-06:00')
  lookAgain()
  await screen.findByText('Sun 22 Nov')
  await waitFor(() =>
    expect(server.asked('GET /api/v1/today').at(-1)?.query['startUtc']).toBe('2026-11-22T06:00:00.000Z'),
  )
})

it('shows the shape of what comes until it is there', async () => {
  const arrived = Promise.withResolvers<ReturnType<typeof today>>()
  server.answers({ 'GET /api/v1/today': () => arrived.promise })
  show(<TodayScreen />)
  expect(screen.getByText('Loading today').getAttribute('role')).toBe('status')
  arrived.resolve(today())
  await screen.findByText(/all caught up/)
  expect(screen.queryByText('Loading today')).toBeNull()
})

it('says that it could not load, and tries again', async () => {
  let broken = true
  server.answers({
    'GET /api/v1/today': () => {
      if (broken) throw new Problem('internal')
      return today()
    },
  })
  const { user } = show(<TodayScreen />)
  const alert = await screen.findByText("Error loading today's information.")
  expect(alert.closest('[role=alert]')).not.toBeNull()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/all caught up/)
  expect(screen.queryByText("Error loading today's information.")).toBeNull()
})

it('names each of several children, by time', async () => {
  const late = {
    id: `${teamId}.e0000000000b`,
    name: 'Match',
    start: '2026-11-22T02:00:00Z',
    end: '2026-11-22T04:00:00Z',
  }
  server.answers({
    'GET /api/v1/today': today(
      card(invite('roshon', 'Pending', null, late.id), late),
      card(invite('danley', 'Accepted')),
      card(invite('julian')),
    ),
  })
  show(<TodayScreen />)
  const cards = await screen.findAllByRole('article')
  const named = cards.map((each) => within(each).getByRole('group').getAttribute('aria-label'))
  expect(named).toEqual([
    'Is Danley Jean Jacques going to Training?',
    'Is Julián Quiñones going to Training?',
    'Is Roshon van Eijma going to Match?',
  ])
})

it.each([
  ['America/Chicago', '2026-11-21T18:30:00-06:00', '6:30 PM – 8:00 PM'],
  // Without daylight saving, and so the same clock as Chicago in winter and another in summer.
  ['America/Mexico_City', '2026-11-21T18:30:00-06:00', '6:30 PM – 8:00 PM'],
  ['America/Mexico_City', '2026-06-20T18:30:00-06:00', '6:30 PM – 8:00 PM CST'],
  ['America/Vancouver', '2026-06-20T18:30:00-07:00', '6:30 PM – 8:00 PM PDT'],
])('shows a time in %s at %s as %s', async (timezone, start, text) => {
  const end = new Date(Date.parse(start) + 90 * 60_000).toISOString()
  server.answers({ 'GET /api/v1/today': today(card(null, { timezone, start, end })) })
  show(<TodayScreen />)
  expect((await screen.findByText(/PM –/)).textContent).toBe(text)
})

it('shows the zone to a parent abroad, who sees the time at the venue', async () => {
  readerIn('Europe/Berlin')
  server.answers({ 'GET /api/v1/today': today(card(invite('danley'))) })
  show(<TodayScreen />)
  expect((await screen.findByText(/PM –/)).textContent).toBe('6:30 PM – 8:00 PM CST')
  expect(server.asked('GET /api/v1/today')[0]?.query['startUtc']).toMatch(/T(22|23):00:00\.000Z$/)
})

it('shows a followed player without anything to answer', async () => {
  server.answers({ 'GET /api/v1/today': today({ ...card(invite('danley')), invite: null }) })
  show(<TodayScreen />)
  await screen.findByText('Danley Jean Jacques')
  expect(screen.queryByRole('group')).toBeNull()
})

it('shows markup in names, notes and descriptions as text', async () => {
  const markup = '<img src=x onerror="alert(1)"><b>bold</b>'
  server.answers({
    'GET /api/v1/today': today(card(invite('danley', 'Accepted', markup), { name: markup, description: markup })),
    'GET /rest-api/calendar/event/{eventId}': { event: event(), playerInvites: [] },
  })
  const { user } = show(<TodayScreen />)
  await user.click(await screen.findByRole('button', { name: `Details of ${markup} for Danley Jean Jacques` }))
  expect(await screen.findAllByText(markup)).toHaveLength(3)
  expect(document.querySelector('article img, article b')).toBeNull()
})
