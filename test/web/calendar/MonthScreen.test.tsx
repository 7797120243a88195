import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import MonthScreen from '#web/calendar/MonthScreen.tsx'
import { address, showScreen, signInAt, standInServer } from '../fakeServer.tsx'
import { answersTo, coachOf, event, invite, organizationId, playersAndTeams, teamId } from '../people.ts'

const server = standInServer()
const route = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
const path = '/:orgId/:teamId/calendar'
const home = `/${organizationId}/${teamId}/calendar`
const month = (at = home) => showScreen(<MonthScreen />, { path, at })
const none = { events: [], cursor: null }

it('lists the user’s current month, each event on its date at the venue', async () => {
  signInAt('2026-11-21T12:00:00-06:00')
  const late = { id: `${teamId}.e0000000000b`, name: 'Late match', timezone: 'America/Vancouver' }
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    // In Chicago it is already the 21st.
    [route]: {
      events: [event({ ...late, start: '2026-11-21T06:30:00Z', end: '2026-11-21T06:55:00Z' }), event()],
      cursor: null,
    },
  })
  const { user } = month()
  await user.click(await screen.findByRole('button', { name: 'Show 1 day before today' }))
  const days = screen.getAllByRole('heading', { level: 3 })
  expect(days.map(({ textContent }) => textContent)).toEqual(['Fri 20 Nov', 'Sat 21 NovToday'])
  expect(screen.getByRole('heading', { level: 1, name: 'Calendar' })).toBeDefined()
  expect(screen.getByRole('heading', { level: 2, name: 'November 2026' })).toBeDefined()
  await screen.findByText('U12 Falcons')
  expect(server.asked(route)[0]).toMatchObject({
    params: { orgUnitId: teamId },
    query: { start: '2026-11-01', end: '2026-12-01' },
  })
})

it('opens an event to show a coach all answers', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    [route]: { events: [event()], cursor: null },
    'GET /rest-api/calendar/event/{eventId}': answersTo([invite('danley', 'Accepted', 'Comes late'), invite('orkun')], {
      sees: 'answers',
    }),
  })
  const { user } = month(`${home}?month=2026-11`)
  await user.click(await screen.findByRole('button', { name: 'Details of Training' }))
  const table = await screen.findByRole('table', { name: 'Who comes' })
  expect(within(table).getAllByRole('row')[1]?.textContent).toBe('Going1')
  expect(screen.getByText('Comes late')).toBeDefined()
})

it('opens an event to show a family who is going', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams(),
    [route]: { events: [event()], cursor: null },
    'GET /rest-api/calendar/event/{eventId}': answersTo([invite('danley', 'Accepted')]),
  })
  const { user } = month(`${home}?month=2026-11`)
  await user.click(await screen.findByRole('button', { name: 'Details of Training' }))
  await screen.findByRole('list', { name: 'Going' })
  expect(screen.queryByRole('table', { name: 'Who comes' })).toBeNull()
})

it('navigates between months by the address, across the year', async () => {
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(), [route]: none })
  const { user } = month(`${home}?month=2026-12`)
  await user.click(screen.getByRole('button', { name: 'Next month, January 2027' }))
  expect(address()).toBe(`${home}?month=2027-01`)
  await screen.findByText('Nothing planned in January 2027')
  await user.click(screen.getByRole('button', { name: 'Go to February 2027' }))
  expect(address()).toBe(`${home}?month=2027-02`)
  await user.click(screen.getByRole('button', { name: 'Previous month, January 2027' }))
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('January 2027')
  expect(server.asked(route).map(({ query }) => query)).toContainEqual({ start: '2027-02-01', end: '2027-03-01' })
})

it('links from the end of the list to the top of the next month', async () => {
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(), [route]: { events: [event()], cursor: null } })
  const { user } = month(`${home}?month=2026-11`)
  const toTop = vi.spyOn(window, 'scrollTo').mockReturnValue()
  const onward = await screen.findByRole('button', { name: 'Go to December 2026' })
  toTop.mockClear()
  await user.click(onward)
  expect(address()).toBe(`${home}?month=2026-12`)
  expect(toTop).toHaveBeenCalledWith(0, 0)
})

it('returns to today', async () => {
  signInAt('2026-11-21T12:00:00-06:00')
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = scrolled
  const before = event({ id: `${teamId}.e0000000000b`, start: '2026-11-02T18:00:00Z', end: '2026-11-02T19:00:00Z' })
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    [route]: ({ query }) => (query['start'] === '2026-11-01' ? { events: [before, event()], cursor: null } : none),
  })
  const { user } = month(`${home}?month=2026-09`)
  await screen.findByText('Nothing planned in September 2026')
  const button = screen.getByRole('button', { name: 'Go to today' })
  await user.click(button)
  expect(address()).toBe(home)
  const today = await screen.findByRole('heading', { level: 3, name: /Sat 21 Nov/ })
  await waitFor(() => expect(scrolled.mock.contexts).toEqual([today]))
  expect(document.activeElement).toBe(button)
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1)
})

it.each(['2026-13', 'now', '0000-01', '2026-1'])('treats ?month=%s as the current month', async (asked) => {
  signInAt('2026-11-21T12:00:00-06:00')
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(), [route]: none })
  month(`${home}?month=${asked}`)
  expect(await screen.findByText('Nothing planned in November 2026')).toBeVisible()
})

it('loads more events on request, without duplicates', async () => {
  const next = event({
    id: `${teamId}.e0000000000b`,
    name: 'Match',
    start: '2026-11-28T18:00:00Z',
    end: '2026-11-28T19:00:00Z',
  })
  let broken = true
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    [route]: ({ query }) => {
      if (!query['cursor']) return { events: [event()], cursor: 'after-one' }
      if (broken) throw new Problem('busy')
      return { events: [event(), next], cursor: null }
    },
  })
  const { user } = month(`${home}?month=2026-11`)
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect((await screen.findByText('We could not load the rest of November 2026.')).getAttribute('role')).toBe('alert')
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('article', { name: 'Match' })
  expect(screen.getAllByRole('article')).toHaveLength(2)
  expect(server.asked(route).at(-1)?.query['cursor']).toBe('after-one')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

it('discards a page that arrives after switching to another month', async () => {
  const match = event({ id: `${teamId}.e0000000000b`, name: 'Match', start: '2026-11-28T18:00:00Z' })
  const slow = Promise.withResolvers<void>()
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    [route]: async ({ query }) => {
      if (query['start'] !== '2026-11-01') return none
      if (!query['cursor']) return { events: [event()], cursor: 'after-one' }
      if (query['cursor'] === 'after-one') return { events: [match], cursor: 'after-two' }
      await slow.promise
      return none
    },
  })
  const { user } = month(`${home}?month=2026-11`)
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByRole('article', { name: 'Match' })
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await user.click(screen.getByRole('button', { name: 'Next month, December 2026' }))
  await screen.findByText('Nothing planned in December 2026')
  slow.resolve()
  await waitFor(() => expect(server.asked(route).map(({ query }) => query['cursor'])).toContain('after-two'))
  expect(screen.queryByRole('article')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

it('shows a load error and can be retried', async () => {
  let broken = true
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    [route]: () => {
      if (broken) throw new Problem('internal')
      return none
    },
  })
  const { user } = month(`${home}?month=2026-11`)
  await screen.findByText('We could not load November 2026.')
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing planned in November 2026')).toBeVisible()
})

it('shows a placeholder while loading', async () => {
  const arrived = Promise.withResolvers<typeof none>()
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(), [route]: () => arrived.promise })
  month(`${home}?month=2026-11`)
  await screen.findByText('Loading the calendar')
  arrived.resolve(none)
  expect(await screen.findByText('Nothing planned in November 2026')).toBeVisible()
})

it('opens the list of a day from “more” in the month grid', async () => {
  signInAt('2026-11-21T12:00:00-06:00')
  const day = (number: number) => ({
    id: `${teamId}.e0000000000${number}`,
    name: `Event ${number}`,
    start: `2026-11-24T1${number}:00:00-06:00`,
    end: `2026-11-24T1${number}:30:00-06:00`,
  })
  const events = [1, 2, 3, 4, 5].map((number) => event(day(number)))
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(), [route]: { events, cursor: null } })
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = scrolled
  const { user } = month(`${home}?month=2026-11&view=month&related=true`)
  await user.click(await screen.findByRole('button', { name: '3 more' }))
  await waitFor(() => expect(screen.getByRole('radio', { name: 'List' })).toBeChecked())
  expect(address()).toBe(`${home}?related=true`)
  expect(await screen.findByRole('heading', { name: 'Event 5' })).toBeVisible()
  expect(scrolled).toHaveBeenCalledOnce()
})

it('shows an event of several days on each of its days in the month grid, marked after the first', async () => {
  const cup = event({ name: 'Cup', start: '2026-10-31T14:00:00Z', end: '2026-11-02T22:00:00Z' })
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(), [route]: { events: [cup], cursor: null } })
  month(`${home}?month=2026-10&view=month`)
  const october = await screen.findByRole('table', { name: 'October 2026' })
  expect((await within(october).findAllByRole('link')).map(({ textContent }) => textContent)).toEqual(['9:00 AM Cup'])
  cleanup()
  month(`${home}?month=2026-11&view=month`)
  const november = await screen.findByRole('table', { name: 'November 2026' })
  const shown = (await within(november).findAllByRole('link')).map((link) => [
    link.closest('td')?.textContent?.slice(0, 1),
    link.textContent,
  ])
  expect(shown).toEqual([
    ['1', 'Cup (continues)'],
    ['2', 'Cup (continues)'],
  ])
})

it('renders 600 events in a grid of at most 1,500 nodes, with a count of the others per day', async () => {
  signInAt('2026-11-21T12:00:00-06:00')
  const two = (value: number) => String(value).padStart(2, '0')
  const events = Array.from({ length: 600 }, (_, i) => {
    const start = `2026-11-${two((i % 30) + 1)}T${two(8 + Math.floor(i / 60))}:00:00-06:00`
    return event({ id: `${teamId}.e${String(i).padStart(11, '0')}`, name: `Event ${i}`, start, end: start })
  })
  server.answers({ 'GET /api/v1/playersAndTeams': coachOf(), [route]: { events, cursor: null } })
  month(`${home}?month=2026-11&view=month`)
  const grid = await screen.findByRole('table', { name: 'November 2026' })
  await within(grid).findAllByRole('link')
  // Each day has two links, and a button for the other 18.
  expect(within(grid).getAllByRole('link')).toHaveLength(60)
  expect(within(grid).getAllByRole('button', { name: '18 more' })).toHaveLength(30)
  expect(screen.queryByRole('article')).toBeNull()
  expect(document.body.querySelectorAll('*').length).toBeLessThanOrEqual(1500)
})

it('filters a club’s month by venue, with the filter collapsed on phones', async () => {
  const { location } = event()
  const at = (id: string, name: string, place: string) =>
    event({ id: `${teamId}.${id}`, name, location: location && { ...location, name: place } })
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    [route]: {
      events: [at('e0000000000c', 'On grass', 'Park'), at('e0000000000d', 'In the hall', 'Hall')],
      cursor: null,
    },
  })
  const club = `/${organizationId}/calendar`
  const { user } = showScreen(<MonthScreen />, {
    path: '/:orgId/calendar',
    at: `${club}?month=2026-11`,
    width: 'phone',
  })
  await screen.findByRole('heading', { name: /In the hall/ })
  expect(screen.queryByRole('combobox', { name: 'Team' })).toBeNull()
  expect(screen.getByText('Filter').closest('details')?.open).toBe(false)
  await user.click(screen.getByText('Filter'))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Venue' }), 'Park')
  expect(screen.queryByRole('heading', { name: /In the hall/ })).toBeNull()
  expect(screen.getByRole('heading', { name: /On grass/ })).toBeDefined()
  expect(screen.getByText('Filter: Park')).toBeDefined()
})

it('shows the active filter in a month without matches, and keeps its options while loading', async () => {
  const { location } = event()
  const at = (id: string, name: string, place: string) =>
    event({ id: `${teamId}.${id}`, name, location: location && { ...location, name: place } })
  const november = [at('e0000000000c', 'On grass', 'Park'), at('e0000000000d', 'In the hall', 'Hall')]
  const december = Promise.withResolvers<{ events: ReturnType<typeof event>[]; cursor: null }>()
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    [route]: ({ query }) => (query['start'] === '2026-11-01' ? { events: november, cursor: null } : december.promise),
  })
  const club = `/${organizationId}/calendar`
  const { user } = showScreen(<MonthScreen />, {
    path: '/:orgId/calendar',
    at: `${club}?month=2026-11`,
    width: 'phone',
  })
  await user.click(await screen.findByText('Filter'))
  await user.click(screen.getByRole('button', { name: 'Next month, December 2026' }))
  expect(screen.getByRole('combobox', { name: 'Venue' })).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Venue' }), 'Park')
  const when = { start: '2026-12-05T18:00:00Z', end: '2026-12-05T19:00:00Z' }
  december.resolve({ events: [{ ...at('e0000000000e', 'Indoors', 'Hall'), ...when }], cursor: null })
  await screen.findByText('Nothing planned in December 2026')
  expect(screen.getByText('Filter: Park')).toBeDefined()
  expect(screen.getByRole('combobox', { name: 'Venue' })).toHaveDisplayValue('Park')
})
