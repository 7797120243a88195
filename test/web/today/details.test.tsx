import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { answersTo, card, event, invite, today } from '../people.ts'

const server = standInServer()
const route = 'GET /rest-api/calendar/event/{eventId}'
const chevron = () => screen.findByRole('button', { name: /^Details of Training/ })
const place = event().location
if (!place) throw new Error('The event of these tests has no place.')

it('opens to show address, field, description and who is going', async () => {
  const given = { field: 'North pitch', description: 'Bring shin guards\nand water' }
  server.answers({
    'GET /api/v1/today': today(card(invite('danley'), given)),
    [route]: answersTo([invite('roshon', 'Accepted'), invite('danley')], given),
  })
  const { user } = showScreen(<TodayScreen />)
  expect((await chevron()).getAttribute('aria-expanded')).toBe('false')
  expect(server.asked(route)).toHaveLength(0)
  await user.click(await chevron())
  expect((await chevron()).getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('Chicago, IL 60601')).toBeDefined()
  expect(screen.getByText('North pitch', { exact: false }).textContent).toBe('Field North pitch')
  expect(screen.getByText(/Bring shin guards/)).toBeDefined()
  const going = await screen.findByRole('list', { name: 'Going' })
  expect(
    within(going)
      .getAllByRole('listitem')
      .map((each) => each.textContent),
  ).toEqual(['RERoshon van Eijma'])
  await user.click(await chevron())
  expect(screen.queryByText('Chicago, IL 60601')).toBeNull()
})

it.each([
  ['the club’s link', { mapUrl: 'https://maps.example.org/park' }, 'https://maps.example.org/park'],
  [
    'a search for its address',
    { mapUrl: '' },
    'https://www.google.com/maps/search/?api=1&query=12+River+Road%2C+Chicago%2C+IL%2C+60601',
  ],
  [
    'a search instead of a script',
    { mapUrl: 'javascript:alert(1)' },
    'https://www.google.com/maps/search/?api=1&query=12+River+Road%2C+Chicago%2C+IL%2C+60601',
  ],
])('links the venue’s map to %s', async (_, given, href) => {
  server.answers({
    'GET /api/v1/today': today(card(invite('danley'), { location: { ...place, ...given } })),
    [route]: answersTo([]),
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await chevron())
  const link = screen.getByRole('link', { name: /Map of Riverside Park/ })
  expect(link.getAttribute('href')).toBe(href)
  expect(link.getAttribute('rel')).toContain('noopener')
})

it('has no map link for a venue without an address', async () => {
  const bare = { ...place, address: '', city: '', state: '', zip: '' }
  server.answers({
    'GET /api/v1/today': today(card(invite('danley'), { location: bare })),
    [route]: answersTo([]),
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await chevron())
  await screen.findByText('Nobody is invited yet.')
  expect(within(screen.getByRole('article')).queryByRole('link')).toBeNull()
})

it('is open for a coach, with all answers counted and named, and their notes', async () => {
  server.answers({
    'GET /api/v1/today': today(card(null)),
    [route]: answersTo(
      [
        invite('danley', 'Accepted', 'Comes late'),
        invite('kovar', 'Accepted'),
        invite('julian', 'Declined', 'Ill'),
        invite('orkun'),
      ],
      { sees: 'answers' },
    ),
  })
  showScreen(<TodayScreen />)
  const table = await screen.findByRole('table', { name: 'Who comes' })
  expect((await chevron()).getAttribute('aria-expanded')).toBe('true')
  const rows = within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => row.textContent)).toEqual(['Going2', 'Not going1', 'No answer yet1'])
  const names = (list: string) =>
    within(screen.getByRole('list', { name: list }))
      .getAllByRole('listitem')
      .map((item) => item.lastChild?.textContent)
  expect(names('Going')).toEqual(['Danley Jean JacquesNote: Comes late', 'Matěj Kovář'])
  expect(names('Not going')).toEqual(['Julián QuiñonesNote: Ill'])
  expect(names('No answer yet')).toEqual(['Orkun Kökçü'])
  expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull()
  const { id, name } = event()
  expect(screen.getByRole('link', { name: new RegExp(`^Open ?${name}$`) })).toHaveAttribute(
    'href',
    `/calendar/event/${id}`,
  )
})

it('lists the answer just given among those going', async () => {
  server.answers({
    'GET /api/v1/today': today(card(invite('danley'))),
    [route]: answersTo([invite('roshon', 'Accepted')]),
    'GET /user/updateInviteStatus/{inviteFile}': invite('danley', 'Accepted'),
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await chevron())
  await screen.findByText('Roshon van Eijma')
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: 'Going' })).getAllByRole('listitem')).toHaveLength(2),
  )
})

it('shows an error when the answers fail to load, and can be retried', async () => {
  let broken = true
  server.answers({
    'GET /api/v1/today': today(card(null)),
    [route]: () => {
      if (broken) throw new Problem('busy')
      return answersTo([])
    },
  })
  const { user } = showScreen(<TodayScreen />)
  await screen.findByText('We could not load the answers.')
  expect(screen.getByText('Chicago, IL 60601')).toBeDefined()
  broken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Nobody is invited yet.')
})

it.each([
  [
    'the counts without names',
    { going: 3, notGoing: 1, waiting: 2 },
    '3 are going. The names are only visible to the team.',
  ],
  [
    'the count of one in the singular',
    { going: 1, notGoing: 0, waiting: 0 },
    '1 is going. The names are only visible to the team.',
  ],
  ['that nobody has said Yes', { going: 0, notGoing: 1, waiting: 2 }, 'Nobody has said Yes yet.'],
])('tells a follower %s', async (_, turnout, text) => {
  server.answers({
    'GET /api/v1/today': today({ ...card(invite('danley')), invite: null }),
    [route]: answersTo([], { turnout, sees: 'numbers' }),
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await chevron())
  await waitFor(() => expect(screen.getByText(text.split('.')[0]!, { exact: false }).textContent).toBe(text))
  expect(screen.queryByRole('table')).toBeNull()
})

it('updates the counts after an answer', async () => {
  server.answers({
    'GET /api/v1/today': today(card(invite('danley'))),
    [route]: answersTo([invite('danley')], { turnout: { going: 3, notGoing: 0, waiting: 1 }, sees: 'numbers' }),
    'GET /user/updateInviteStatus/{inviteFile}': invite('danley', 'Accepted'),
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await chevron())
  await screen.findByText(/^3 are going\./)
  await user.click(screen.getByRole('button', { name: 'Yes' }))
  expect(await screen.findByText(/^4 are going\./)).toBeDefined()
})

it('lists the first 100 names of a large event, and the number of others', async () => {
  const of = (i: number) => ({ ...invite('roshon', 'Accepted'), id: `i${i}` })
  server.answers({
    'GET /api/v1/today': today(card(invite('danley'))),
    [route]: answersTo(Array.from({ length: 1300 }, (_, i) => of(i))),
  })
  const { user } = showScreen(<TodayScreen />)
  await user.click(await chevron())
  expect(await screen.findByText('and 1200 more')).toBeVisible()
  expect(screen.getByRole('list', { name: 'Going' }).children).toHaveLength(100)
})
