import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { returnToTab, setTimeZone, showScreen, signInAt, standInServer } from '../fakeServer.tsx'
import { answersTo, card, coachOf, invite, playerId, teamId, today } from '../people.ts'

const server = standInServer()
const texts = (all: HTMLElement[]) => all.map(({ textContent }) => textContent)

it('shows its cards in the order of the specification', async () => {
  server.answers({
    'GET /api/v1/today': {
      ...today(card(invite('danley'))),
      unpaidLateFeeCount: 1,
      unpaidFeeCount: 2,
      unreadMessagesCount: 3,
      pendingPlayerInviteCount: 4,
      dueTasks: [{ playerId: playerId('a'), count: 5 }],
    },
  })
  showScreen(<TodayScreen />)
  const events = await screen.findByRole('list', { name: "Today's events" })
  const notifications = screen.getByRole('list', { name: 'Notifications' })
  expect(within(events).getByRole('article', { name: 'Training Danley Jean Jacques' })).toBeDefined()
  expect(texts(within(notifications).getAllByRole('listitem'))).toEqual([
    '1 late fee',
    '2 unpaid fees',
    '3 unread emails',
    '4 pending invitations in the next 7 days',
    '5 tasks to do',
  ])
  // Every link leads to an existing screen.
  const links = within(notifications).getAllByRole('link')
  expect(links.at(-2)).toHaveTextContent('4 pending invitations')
  expect(links.at(-2)).toHaveAttribute('href', '/calendar?everybody=true')
  expect(links).toHaveLength(5)
  expect(screen.queryByText(/all caught up/)).toBeNull()
})

it('links fees to the payments screen', async () => {
  server.answers({ 'GET /api/v1/today': { ...today(), unpaidLateFeeCount: 1, unpaidFeeCount: 2 } })
  showScreen(<TodayScreen />)
  for (const name of ['1 late fee', '2 unpaid fees'])
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/payments?myPlayers=true')
})

it('links unread emails to the email screen', async () => {
  server.answers({ 'GET /api/v1/today': { ...today(), unreadMessagesCount: 3 } })
  showScreen(<TodayScreen />)
  expect(await screen.findByRole('link', { name: '3 unread emails' })).toHaveAttribute('href', '/email')
})

it('shows event, player, team and both answers on a card', async () => {
  server.answers({ 'GET /api/v1/today': today(card(invite('danley'), { name: 'Match' })) })
  showScreen(<TodayScreen />)
  const shown = within(await screen.findByRole('article'))
  expect(shown.getByRole('heading', { name: 'Match' })).toBeDefined()
  expect(shown.getByText('Danley Jean Jacques')).toBeDefined()
  expect(shown.getByText(/· U12 Falcons$/)).toBeDefined()
  expect(texts(within(shown.getByRole('group')).getAllByRole('button'))).toEqual(['Yes', 'No'])
})

it('shows the zone of events elsewhere, for tomorrow and in an administrator’s week', async () => {
  signInAt('2026-11-21T12:00:00-06:00')
  const away = { start: '2026-11-22T18:30:00-08:00', end: '2026-11-22T20:00:00-08:00', timezone: 'America/Los_Angeles' }
  const { event, ...tomorrow } = card(invite('danley'), away)
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /api/v1/today': { ...today(), tomorrowsEvents: [{ ...tomorrow, event }] },
    'GET /rest-api/teams/week': {
      events: [{ event, turnout: { going: 1, notGoing: 0, waiting: 0 }, waiting: [] }],
      more: 0,
      birthdays: [],
      teams: 1,
    },
  })
  showScreen(<TodayScreen />)
  expect(await screen.findByText('6:30 PM PST')).toBeDefined()
  expect(await screen.findByText('Sun 22 Nov 6:30 PM PST')).toBeDefined()
})

it('shows an empty state when nothing is pending', async () => {
  server.answers({ 'GET /api/v1/today': today() })
  showScreen(<TodayScreen />)
  await screen.findByText("No Notifications. You're all caught up!")
  expect(document.title).toBe('Today · Touchline')
})

it('requests the user’s own day, and sends the players seen last', async () => {
  signInAt('2026-11-21T23:30:00-06:00')
  server.answers({ 'GET /api/v1/today': today(card(invite('danley')), card(null)) })
  const first = showScreen(<TodayScreen />)
  expect(screen.getByRole('heading', { level: 1, name: 'Today' })).toBeDefined()
  expect(screen.getByText('Sat 21 Nov')).toBeDefined()
  await screen.findByText('Danley Jean Jacques')
  expect(server.asked('GET /api/v1/today')[0]?.query).toEqual({ startUtc: '2026-11-21T06:00:00.000Z' })
  first.unmount()
  showScreen(<TodayScreen />)
  await screen.findByText('Danley Jean Jacques')
  expect(server.asked('GET /api/v1/today').at(-1)?.query['players']).toBe(playerId('a'))
})

it('shows the date of an event whose venue is on another day', async () => {
  setTimeZone('Australia/Sydney')
  signInAt('2026-11-22T08:00:00+11:00')
  const there = { start: '2026-11-21T16:00:00Z', end: '2026-11-21T17:00:00Z' }
  server.answers({ 'GET /api/v1/today': today(card(invite('danley'), there)) })
  showScreen(<TodayScreen />)
  const held = await screen.findByRole('article')
  expect(screen.getAllByText('Sun 22 Nov')).toHaveLength(1)
  expect(within(held).getByText('Sat 21 Nov')).toBeDefined()
})

it('switches to the next day when the tab is visited after midnight', async () => {
  signInAt('2026-11-21T23:59:00-06:00')
  server.answers({ 'GET /api/v1/today': today() })
  showScreen(<TodayScreen />)
  await screen.findByText(/all caught up/)
  signInAt('2026-11-22T00:01:00-06:00')
  returnToTab()
  await screen.findByText('Sun 22 Nov')
  await waitFor(() =>
    expect(server.asked('GET /api/v1/today').at(-1)?.query['startUtc']).toBe('2026-11-22T06:00:00.000Z'),
  )
})

it('shows a placeholder while loading', async () => {
  const arrived = Promise.withResolvers<ReturnType<typeof today>>()
  server.answers({ 'GET /api/v1/today': () => arrived.promise })
  showScreen(<TodayScreen />)
  expect(screen.getByText('Loading today').getAttribute('role')).toBe('status')
  arrived.resolve(today())
  await screen.findByText(/all caught up/)
  expect(screen.queryByText('Loading today')).toBeNull()
})

it('shows a load error and can be retried', async () => {
  let broken = true
  server.answers({
    'GET /api/v1/today': () => {
      if (broken) throw new Problem('internal')
      return today()
    },
  })
  const { user } = showScreen(<TodayScreen />)
  const alert = await screen.findByText("Error loading today's information.")
  expect(alert.closest('[role=alert]')).toHaveTextContent(/Something went wrong on our side\./)
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/all caught up/)
  expect(screen.queryByText("Error loading today's information.")).toBeNull()
})

it('shows one card per event, by time, with a row for each child', async () => {
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
  showScreen(<TodayScreen />)
  const cards = await screen.findAllByRole('article')
  const named = cards.map((each) =>
    within(each)
      .getAllByRole('group')
      .map((group) => group.getAttribute('aria-label')),
  )
  expect(named).toEqual([
    ['Is Danley Jean Jacques going to Training?', 'Is Julián Quiñones going to Training?'],
    ['Is Roshon van Eijma going to Match?'],
  ])
  expect(cards[0]).toHaveAccessibleName('Training Danley Jean Jacques Julián Quiñones')
})

it.each([
  ['America/Chicago', '2026-11-21T18:30:00-06:00', '6:30 PM – 8:00 PM'],
  // No daylight saving time: the same as Chicago in winter, and an hour behind in summer.
  ['America/Mexico_City', '2026-11-21T18:30:00-06:00', '6:30 PM – 8:00 PM'],
  ['America/Mexico_City', '2026-06-20T18:30:00-06:00', '6:30 PM – 8:00 PM CST'],
  ['America/Vancouver', '2026-06-20T18:30:00-07:00', '6:30 PM – 8:00 PM PDT'],
])('shows a time in %s at %s as %s', async (timezone, start, text) => {
  const end = new Date(Date.parse(start) + 90 * 60_000).toISOString()
  server.answers({ 'GET /api/v1/today': today(card(null, { timezone, start, end })) })
  showScreen(<TodayScreen />)
  expect((await screen.findByText(/PM –/)).textContent).toBe(text)
})

it('shows the venue’s time and zone to a parent abroad', async () => {
  setTimeZone('Europe/Berlin')
  server.answers({ 'GET /api/v1/today': today(card(invite('danley'))) })
  showScreen(<TodayScreen />)
  expect((await screen.findByText(/PM –/)).textContent).toBe('6:30 PM – 8:00 PM CST')
  expect(server.asked('GET /api/v1/today')[0]?.query['startUtc']).toMatch(/T(22|23):00:00\.000Z$/)
})

it('shows a followed player without answer buttons', async () => {
  server.answers({ 'GET /api/v1/today': today({ ...card(invite('danley')), invite: null }) })
  showScreen(<TodayScreen />)
  await screen.findByText('Danley Jean Jacques')
  expect(screen.queryByRole('group')).toBeNull()
})

it('shows markup in names, notes and descriptions as text', async () => {
  const markup = '<img src=x onerror="alert(1)"><b>bold</b>'
  server.answers({
    'GET /api/v1/today': today(card(invite('danley', 'Accepted', markup), { name: markup, description: markup })),
    'GET /rest-api/calendar/event/{eventId}': answersTo([]),
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await screen.findByRole('button', { name: `Details of ${markup} for Danley Jean Jacques` }))
  expect(await screen.findAllByText(markup)).toHaveLength(3)
  expect(document.querySelector('article img, article b')).toBeNull()
})

it('marks events as begun or over, and allows changing an answer for a day after', async () => {
  const begun = {
    id: `${teamId}.e0000000000b`,
    name: 'Match',
    start: '2026-11-21T17:30:00Z',
    end: '2026-11-21T19:00:00Z',
  }
  const over = { id: `${teamId}.e0000000000c`, name: 'Run', start: '2026-11-21T14:00:00Z', end: '2026-11-21T15:00:00Z' }
  const longOver = {
    id: `${teamId}.e0000000000d`,
    name: 'Camp',
    start: '2026-11-19T14:00:00Z',
    end: '2026-11-20T17:59:00Z',
  }
  server.answers({
    'GET /api/v1/today': today(
      card(invite('danley', 'Pending', null, begun.id), begun),
      card(invite('danley', 'Accepted', null, over.id), over),
      card(invite('danley', 'Declined', 'Ill', longOver.id), longOver),
    ),
  })
  const { user } = showScreen(<TodayScreen />)
  const named = async (name: string) =>
    within(await screen.findByRole('article', { name: `${name} Danley Jean Jacques` }))
  expect((await named('Match')).getByText('Now')).toBeDefined()
  expect((await named('Match')).getByRole('button', { name: 'Yes' })).toBeDefined()
  expect((await named('Camp')).getByText('Over')).toBeDefined()
  expect((await named('Camp')).getByText('Not Going')).toBeDefined()
  expect((await named('Camp')).getByText('Ill')).toBeDefined()
  expect((await named('Camp')).queryByRole('button', { name: /Change|Edit|Yes|No/ })).toBeNull()
  const run = await named('Run')
  expect(run.getByText('Over')).toBeDefined()
  expect(run.queryByRole('group')).toBeNull()
  await user.click(run.getByRole('button', { name: 'Change the answer of Danley Jean Jacques' }))
  expect(run.getByRole('button', { name: 'Yes, Going', pressed: true })).toBeDefined()
})

it('opens the event named in the address', async () => {
  server.answers({
    'GET /api/v1/today': today(
      card(invite('danley')),
      card(invite('danley', 'Pending', null, `${teamId}.e0000000000b`), {
        id: `${teamId}.e0000000000b`,
        name: 'Match',
      }),
    ),
    'GET /rest-api/calendar/event/{eventId}': answersTo([]),
  })
  showScreen(<TodayScreen />, { at: `/?event=${teamId}.e0000000000b` })
  const asked = await screen.findByRole('button', { name: 'Details of Match for Danley Jean Jacques' })
  expect(asked.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('button', { name: /^Details of Training/ }).getAttribute('aria-expanded')).toBe('false')
})

it('lists tomorrow’s events as lines that open to a card and take an answer', async () => {
  const tomorrow = {
    id: `${teamId}.e0000000000b`,
    name: 'Match',
    start: '2026-11-22T16:00:00Z',
    end: '2026-11-22T18:00:00Z',
  }
  let answered = invite('danley', 'Pending', null, tomorrow.id)
  server.answers({
    'GET /api/v1/today': () => ({
      ...today(card(invite('danley'))),
      tomorrowsEvents: [card(answered, tomorrow), card(invite('julian', 'Declined', null, tomorrow.id), tomorrow)],
    }),
    'GET /user/updateInviteStatus/{inviteFile}': () => {
      answered = { ...answered, status: { value: 'Accepted' } }
      return answered
    },
  })
  const { user } = showScreen(<TodayScreen />)
  const section = within(await screen.findByRole('region', { name: /^Tomorrow / }))
  const line = section.getByRole('button')
  expect(line.textContent).toBe('10:00 AMMatch · U12 FalconsDanley Jean Jacques: No answerJulián Quiñones: Not Going')
  expect(section.queryByRole('article')).toBeNull()
  await user.click(line)
  await user.click(within(section.getByRole('group', { name: /Danley/ })).getByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(line.textContent).toContain('Danley Jean Jacques: Yes, Going'))
  await waitFor(() => expect(answered.status.value).toBe('Accepted'))
  expect(screen.getAllByRole('article')).toHaveLength(2)
})
