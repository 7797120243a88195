import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import EventScreen from '#web/calendar/EventScreen.tsx'
import EventTypesScreen from '#web/calendar/EventTypesScreen.tsx'
import { startOutboxSync } from '#web/events/outbox/startOutboxSync.ts'
import { marksPrefix, toSeenStateName } from '#web/session/stored.ts'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { answersTo, coachOf, event, invite, organizationId, person } from '../people.ts'

const server = standInServer()
const MARK = 'PUT /rest-api/attendance/event/{eventId}'
const eventId = event().id
const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
const [danley, orkun] = [person('danley').id, person('orkun').id]

beforeEach(() =>
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event/{eventId}': {
      ...answersTo([invite('danley', 'Accepted'), invite('orkun')], { sees: 'answers' }),
      editing,
    },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    'GET /rest-api/attendance/event/{eventId}': { marks: [{ playerId: orkun, presence: 'late' }] },
  }),
)
const page = () => showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
const attendanceOf = async (name: string) => within(await screen.findByRole('group', { name: `Attendance of ${name}` }))

it('marks attendance by a tap per player, and all who said yes by one', async () => {
  server.answers({ [MARK]: { marks: [{ playerId: danley, presence: 'came' }], stood: [] } })
  const { user } = page()
  expect(await (await attendanceOf('Orkun Kökçü')).findByRole('radio', { name: 'Late' })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'The one who said yes came' }))
  await waitFor(() =>
    expect(server.asked(MARK)[0]?.body).toEqual({ marks: [{ playerId: danley, presence: 'came', over: [null] }] }),
  )
  expect((await attendanceOf('Danley Jean Jacques')).getByRole('radio', { name: 'Came' })).toBeChecked()
  expect(screen.queryByRole('button', { name: /said yes came/ })).toBeNull()
})

it('keeps the other marks when one is rejected, and all while the server is busy', async () => {
  const every = vi.spyOn(globalThis, 'setInterval')
  const taken: Record<string, string> = {}
  let busy = true
  server.answers({
    'GET /rest-api/attendance/event/{eventId}': { marks: [] },
    [MARK]: ({ body }) => {
      if (busy) throw new Problem('busy')
      const { marks } = body as { marks: { playerId: string; presence: 'came' | 'late' }[] }
      if (marks.some(({ playerId }) => playerId === orkun)) throw new Problem('bad_request')
      for (const { playerId, presence } of marks) taken[playerId] = presence
      return { marks, stood: [] }
    },
  })
  const { user } = page()
  await user.click((await attendanceOf('Orkun Kökçü')).getByRole('radio', { name: 'Late' }))
  await user.click((await attendanceOf('Danley Jean Jacques')).getByRole('radio', { name: 'Late' }))
  await screen.findByText(/^Not sent yet: this is taking longer than/)
  busy = false
  // Browsers do not report that a weak connection is back, so it is polled.
  const later = every.mock.calls.findLast(([, time]) => time === 15_000)?.[0]
  if (typeof later !== 'function') throw new Error('No poll is scheduled.')
  later()
  await waitFor(() => expect(taken).toEqual({ [danley]: 'late' }))
  await waitFor(() => expect(screen.queryByText(/^Not sent yet/)).toBeNull())
  expect((await attendanceOf('Danley Jean Jacques')).getByRole('radio', { name: 'Late' })).toBeChecked()
  expect((await attendanceOf('Orkun Kökçü')).getByRole('radio', { name: 'Late' })).not.toBeChecked()
  expect(screen.getByText(/^Not saved: the attendance of Orkun Kökçü\./)).toBeVisible()
})

it('scrolls again to the attendance once it has loaded', async () => {
  let scrolled = 0
  Element.prototype.scrollIntoView = () => void (scrolled += 1)
  const read = Promise.withResolvers<{ marks: [] }>()
  server.answers({ 'GET /rest-api/attendance/event/{eventId}': () => read.promise })
  const { user } = page()
  await user.click(await screen.findByRole('button', { name: 'Who was there' }))
  expect([scrolled, screen.queryByRole('radio', { name: 'Came' })]).toEqual([1, null])
  read.resolve({ marks: [] })
  await attendanceOf('Orkun Kökçü')
  expect(scrolled).toBe(2)
})

it('has a link at the top of the page, from the day of the event on', async () => {
  const scrolled: Element[] = []
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolled.push(this)
  }
  const { user, unmount } = page()
  await user.click(await screen.findByRole('button', { name: 'Who was there' }))
  const section = screen.getByRole('region', { name: 'Who was there' })
  expect(section).toHaveFocus()
  expect(scrolled).toEqual([section])
  unmount()
  server.answers({
    'GET /rest-api/calendar/event/{eventId}': {
      ...answersTo([invite('danley')], { sees: 'answers', start: '2027-03-01T18:00:00Z', end: '2027-03-01T19:00:00Z' }),
      editing,
    },
  })
  page()
  await screen.findByRole('heading', { name: event().name })
  expect(screen.queryByRole('button', { name: 'Who was there' })).toBeNull()
})

it('undoes the marks of the one tap, except those changed since', async () => {
  const standing = new Map<string, 'came' | 'late' | 'missed'>()
  server.answers({
    'GET /rest-api/calendar/event/{eventId}': {
      ...answersTo([invite('danley', 'Accepted'), invite('orkun'), invite('roshon', 'Accepted')], { sees: 'answers' }),
      editing,
    },
    'GET /rest-api/attendance/event/{eventId}': { marks: [] },
    [MARK]: ({ body }) => {
      for (const { playerId, presence } of (body as { marks: { playerId: string; presence: 'came' | null }[] }).marks)
        if (presence) standing.set(playerId, presence)
        else standing.delete(playerId)
      return { marks: [...standing].map(([playerId, presence]) => ({ playerId, presence })), stood: [] }
    },
  })
  const { user } = page()
  await attendanceOf('Danley Jean Jacques')
  await user.click(screen.getByRole('button', { name: 'All 2 who said yes came' }))
  await waitFor(() => expect(server.asked(MARK)).toHaveLength(1))
  await user.click((await attendanceOf('Roshon van Eijma')).getByRole('radio', { name: 'Late' }))
  await waitFor(() => expect(server.asked(MARK)).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.asked(MARK)).toHaveLength(3))
  expect(server.asked(MARK)[2]?.body).toEqual({ marks: [{ playerId: danley, presence: null, over: ['came'] }] })
  expect((await attendanceOf('Roshon van Eijma')).getByRole('radio', { name: 'Late' })).toBeChecked()
  expect(await screen.findByRole('button', { name: 'The one who said yes came' })).toBeDefined()
})

it('stores marks made offline, and sends them when online', async () => {
  server.answers({ [MARK]: () => Promise.reject(new TypeError('Failed to fetch')) })
  const first = page()
  await first.user.click((await attendanceOf('Danley Jean Jacques')).getByRole('radio', { name: 'Missed' }))
  await screen.findByText(/Not sent yet: you are offline\. It is saved on/)
  first.unmount()

  page()
  expect((await attendanceOf('Danley Jean Jacques')).getByRole('radio', { name: 'Missed' })).toBeChecked()
  server.answers({ [MARK]: { marks: [{ playerId: danley, presence: 'missed' }], stood: [] } })
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(screen.queryByText(/Not sent yet: you are offline\. It is saved on/)).toBeNull())
  expect(server.asked(MARK).at(-1)?.body).toEqual({
    marks: [{ playerId: danley, presence: 'missed', over: [null] }],
  })
  expect(Object.keys(localStorage).filter((name) => name.includes('.attendance.'))).toEqual([])
})

it('sends stored marks from any screen', async () => {
  const stays = `${marksPrefix('user-1')}${eventId}`
  localStorage.setItem(stays, JSON.stringify({ [danley]: 'missed' }))
  server.answers({ [MARK]: { marks: [{ playerId: danley, presence: 'missed' }], stood: [] } })
  const stop = startOutboxSync({ userId: 'user-1', mutate: vi.fn(), cache: new Map() as never })
  await waitFor(() => expect(localStorage.getItem(stays)).toBeNull())
  stop()
  expect(server.asked(MARK).map(({ body }) => body)).toEqual([{ marks: [{ playerId: danley, presence: 'missed' }] }])
})

it('shows a newer mark of another tab, and whether it has been sent', async () => {
  server.answers({ [MARK]: () => Promise.reject(new TypeError('Failed to fetch')) })
  const { user } = page()
  await user.click((await attendanceOf('Danley Jean Jacques')).getByRole('radio', { name: 'Came' }))
  await screen.findByText(/Not sent yet: you are offline\. It is saved on/)
  const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  const unsent = () => lines().filter((text) => text.includes('Not sent yet'))
  expect(unsent()).toEqual([expect.stringContaining('Danley')])
  const elsewhere = (marks: object | null) => {
    const key = Object.keys(localStorage).find((name) => name.includes('.attendance.')) ?? ''
    if (marks) localStorage.setItem(key, JSON.stringify(marks))
    else localStorage.removeItem(key)
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }
  const danleys = await attendanceOf('Danley Jean Jacques')
  elsewhere({ [danley]: 'missed' })
  await waitFor(() => expect(danleys.getByRole('radio', { name: 'Missed' })).toBeChecked())
  // The other tab has sent it.
  server.answers({ 'GET /rest-api/attendance/event/{eventId}': { marks: [{ playerId: danley, presence: 'late' }] } })
  elsewhere(null)
  await waitFor(() => expect(danleys.getByRole('radio', { name: 'Late' })).toBeChecked())
  expect([unsent(), screen.queryByText(/Not sent yet: you are offline\. It is saved on/)]).toEqual([[], null])
})

it('keeps the marks of another coach, and names the players', async () => {
  server.answers({ [MARK]: () => Promise.reject(new TypeError('Failed to fetch')) })
  const { user } = page()
  await user.click((await attendanceOf('Danley Jean Jacques')).getByRole('radio', { name: 'Came' }))
  await user.click((await attendanceOf('Danley Jean Jacques')).getByRole('radio', { name: 'Missed' }))
  await user.click((await attendanceOf('Orkun Kökçü')).getByRole('radio', { name: 'Came' }))
  await screen.findByText(/Not sent yet: you are offline\. It is saved on/)
  const stands = [
    { playerId: orkun, presence: 'came' as const },
    { playerId: danley, presence: 'late' as const },
  ]
  server.answers({
    [MARK]: { marks: stands, stood: [danley] },
    'GET /rest-api/attendance/event/{eventId}': { marks: stands },
  })
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Someone else has marked Danley Jean Jacques in the meantime: their entry was kept.')
  // The first of two consecutive marks may have been saved.
  expect(server.asked(MARK).at(-1)?.body).toEqual({
    marks: [
      { playerId: danley, presence: 'missed', over: [null, 'came'] },
      { playerId: orkun, presence: 'came', over: ['late'] },
    ],
  })
  expect((await attendanceOf('Danley Jean Jacques')).getByRole('radio', { name: 'Late' })).toBeChecked()
  expect((await attendanceOf('Orkun Kökçü')).getByRole('radio', { name: 'Came' })).toBeChecked()
  expect(Object.keys(localStorage).filter((name) => name.includes('.attendance.'))).toEqual([])
})

it('names the players when the event is opened, if the marks were sent from elsewhere', async () => {
  const stays = `${marksPrefix('user-1')}${eventId}`
  localStorage.setItem(stays, JSON.stringify({ [danley]: 'missed' }))
  localStorage.setItem(toSeenStateName(stays), JSON.stringify({ [danley]: [null] }))
  server.answers({ [MARK]: { marks: [{ playerId: danley, presence: 'came' }], stood: [danley] } })
  const stop = startOutboxSync({ userId: 'user-1', mutate: vi.fn(), cache: new Map() as never })
  await waitFor(() => expect(server.asked(MARK)).toHaveLength(1))
  stop()
  expect(localStorage.getItem(stays)).not.toBeNull()
  page()
  await screen.findByText('Someone else has marked Danley Jean Jacques in the meantime: their entry was kept.')
  expect(localStorage.getItem(stays)).toBeNull()
})

it('names the player when a single mark is rejected', async () => {
  server.answers({ [MARK]: () => Promise.reject(new Problem('bad_request')) })
  const { user } = page()
  await user.click((await attendanceOf('Orkun Kökçü')).getByRole('radio', { name: 'Missed' }))
  await screen.findByText(/^Not saved: the attendance of Orkun Kökçü\./)
  expect((await attendanceOf('Orkun Kökçü')).getByRole('radio', { name: 'Late' })).toBeChecked()
  expect(server.asked(MARK)).toHaveLength(1)
})

it('shows why a mark was rejected, and the stored one', async () => {
  server.answers({ [MARK]: () => Promise.reject(new Problem('event_cancelled')) })
  const { user } = page()
  await user.click((await attendanceOf('Orkun Kökçü')).getByRole('radio', { name: 'Missed' }))
  await screen.findByText('This event is cancelled.')
  expect((await attendanceOf('Orkun Kökçü')).getByRole('radio', { name: 'Late' })).toBeChecked()
})

it('edits the event types of a club, each with its color', async () => {
  const types = [
    { id: 'practice', name: 'Practice', color: '#2b8a3e' },
    { id: 'game', name: 'Game', color: '#1864ab' },
  ]
  server.answers({
    'GET /rest-api/calendar/event-types/{orgId}': { types, revision: 2, timezone: 'America/Chicago' },
    'PUT /rest-api/calendar/event-types/{orgId}': { types, revision: 3 },
  })
  const { user } = showScreen(<EventTypesScreen />, {
    path: '/:orgId/calendar/types',
    at: `/${organizationId}/calendar/types`,
  })
  await user.click(await screen.findByRole('button', { name: 'Remove Game' }))
  await user.click(screen.getByRole('button', { name: 'Add type' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(server.asked('PUT /rest-api/calendar/event-types/{orgId}')).toEqual([])
  await user.type(screen.getAllByRole('textbox', { name: 'Name' })[1] as HTMLElement, 'Carpool')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked('PUT /rest-api/calendar/event-types/{orgId}')).toHaveLength(1))
  expect(server.asked('PUT /rest-api/calendar/event-types/{orgId}')[0]?.body).toEqual({
    types: [types[0], { id: expect.stringMatching(/^[a-z0-9]{1,16}$/), name: 'Carpool', color: '#495057' }],
    revision: 2,
  })
})
