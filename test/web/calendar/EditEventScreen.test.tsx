import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import EditEventScreen from '#web/calendar/EditEventScreen.tsx'
import EventScreen from '#web/calendar/EventScreen.tsx'
import NewEventScreen from '#web/calendar/NewEventScreen.tsx'
import { address, showScreen, standInServer } from '../fakeServer.tsx'
import { answersTo, coachOf, event, invite, organizationId, teamId } from '../people.ts'

const server = standInServer()
const READ = 'GET /rest-api/calendar/event/{eventId}'
const EDIT = 'PUT /rest-api/calendar/event/{eventId}'
const eventId = event().id
const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
const ofCoach = () => ({ ...answersTo([invite('danley')], { sees: 'answers' }), editing })
const settings = {
  'GET /api/v1/playersAndTeams': coachOf(),
  'GET /rest-api/calendar/event-types/{orgId}': {
    types: [{ id: 'practice', name: 'Practice', color: '#2b8a3e' }],
    revision: 0,
    timezone: 'America/Chicago',
  },
  'GET /rest-api/organization/venues/{orgUnitId}': { venues: [], fieldLabel: 'Field', country: 'US' },
}

it('opens the saved event when the response was lost and the form was changed before the retry', async () => {
  const ADD = 'POST /rest-api/calendar/events/{orgUnitId}'
  server.answers({
    ...settings,
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    [ADD]: () => {
      throw new Problem('saved_before')
    },
  })
  const path = '/:orgId/:teamId?/calendar/new'
  const { user } = showScreen(<NewEventScreen />, { path, at: `/${organizationId}/${teamId}/calendar/new` })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Friendly')
  await user.click(screen.getByRole('button', { name: 'Add event' }))
  await screen.findByText(/^This has already been saved the way you first sent it\./)
  const [sent] = server.asked(ADD).map(({ body }) => (body as { eventId: string }).eventId)
  await waitFor(() => expect(address()).toBe(`/calendar/event/${sent}/edit`))
})

it('uses the event type as the default name', async () => {
  const ADD = 'POST /rest-api/calendar/events/{orgUnitId}'
  server.answers({
    ...settings,
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    [ADD]: () => {
      throw new Problem('saved_before')
    },
  })
  const path = '/:orgId/:teamId?/calendar/new'
  const { user } = showScreen(<NewEventScreen />, { path, at: `/${organizationId}/${teamId}/calendar/new` })
  await screen.findByText('If left empty, it is called Practice.')
  await user.click(screen.getByRole('button', { name: 'Add event' }))
  await waitFor(() => expect(server.asked(ADD).map(({ body }) => body)).toMatchObject([{ name: 'Practice' }]))
})

it('keeps the duration when the start changes, until the end is edited', async () => {
  server.answers({ ...settings, 'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] } })
  const path = '/:orgId/:teamId?/calendar/new'
  const { user } = showScreen(<NewEventScreen />, { path, at: `/${organizationId}/${teamId}/calendar/new` })
  const start = await screen.findByLabelText(/^Starts at/)
  const end = screen.getByLabelText(/^Ends at/)
  // The field is empty between the two inputs.
  await user.clear(start)
  await user.type(start, '10:00')
  expect(end).toHaveValue('11:30')
  await user.clear(start)
  await user.type(start, '23:00')
  expect(end).toHaveValue('00:30')
  await user.clear(end)
  await user.type(end, '23:45')
  expect(start).toHaveValue('23:00')
  await user.clear(start)
  await user.type(start, '09:15')
  expect(end).toHaveValue('10:00')
  // The end was entered first and stays; after that it follows the start again.
  await user.clear(end)
  await user.type(end, '09:00')
  await user.clear(start)
  await user.type(start, '08:00')
  expect(end).toHaveValue('09:00')
  await user.tab()
  await user.clear(start)
  await user.type(start, '07:00')
  expect(end).toHaveValue('08:00')
})

it('shows the team’s own overlapping event, even without a venue', async () => {
  const other = { id: `${teamId}.e2`, name: 'Film night', field: '', orgUnit: { id: teamId, name: 'Falcons' } }
  const at = { start: '2026-11-22T00:00:00Z', end: '2026-11-22T02:00:00Z', timezone: 'America/Chicago' }
  server.answers({
    ...settings,
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [{ ...other, ...at }] },
  })
  const path = '/:orgId/:teamId?/calendar/new'
  showScreen(<NewEventScreen />, { path, at: `/${organizationId}/${teamId}/calendar/new` })
  await screen.findByText(/^Falcons already has Film night at that time: /)
  expect(server.asked('GET /rest-api/calendar/clashes/{orgUnitId}').at(-1)?.query).not.toHaveProperty('place')
})

it('says for an archived team that it cannot have new events, before the form is filled in', async () => {
  const venues = { venues: [], fieldLabel: 'Field', country: 'US', archived: true }
  server.answers({ ...settings, 'GET /rest-api/organization/venues/{orgUnitId}': venues })
  const path = '/:orgId/:teamId?/calendar/new'
  showScreen(<NewEventScreen />, { path, at: `/${organizationId}/${teamId}/calendar/new` })
  await screen.findByText('This team is archived. Unarchive it first.')
  expect(screen.queryByRole('button', { name: 'Add event' })).toBeNull()
})

it('shows the team’s overlapping event at the time of a copy', async () => {
  const other = { id: `${teamId}.e2`, name: 'Practice', field: '', orgUnit: { id: teamId, name: 'Falcons' } }
  const at = { start: '2026-11-29T00:00:00Z', end: '2026-11-29T02:00:00Z', timezone: 'America/Chicago' }
  server.answers({
    ...settings,
    [READ]: ofCoach(),
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [{ ...other, ...at }] },
  })
  const { user } = showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
  await user.click(await screen.findByRole('button', { name: 'Actions for Training' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy event', hidden: true }))
  await screen.findByText(/^Falcons already has Practice at that time: /)
  const asked = server.asked('GET /rest-api/calendar/clashes/{orgUnitId}').at(-1)?.query
  const length = (span: { start: string; end: string }) => Date.parse(span.end) - Date.parse(span.start)
  expect(length(asked as never)).toBe(length(event()))
})

it('opens the copy made before when the date was changed before the retry', async () => {
  server.answers({
    ...settings,
    [READ]: ofCoach(),
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    'POST /api/v1/cloneEvent/{eventId}': () => {
      throw new Problem('saved_before')
    },
  })
  const { user } = showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
  await user.click(await screen.findByRole('button', { name: 'Actions for Training' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy event', hidden: true }))
  await user.click(await screen.findByRole('button', { name: 'Copy to this day' }))
  await waitFor(() => expect(address()).toMatch(/^\/calendar\/event\/.*\/edit$/))
  expect(screen.queryByText('1 event copied')).toBeNull()
})

it('returns to the event only once its saved version has loaded', async () => {
  const saved = Promise.withResolvers<undefined>()
  server.answers({
    ...settings,
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    [READ]: ofCoach(),
    [EDIT]: { revision: 4 },
  })
  const at = `/calendar/event/${eventId}`
  const { user } = showScreen(<EditEventScreen />, { path: '/calendar/event/:eventId/edit', at: `${at}/edit` })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Friendly')
  server.answers({ [READ]: () => saved.promise.then(() => ofCoach()) })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('saved successfully')
  expect(address()).toBe(`${at}/edit`)
  saved.resolve(undefined)
  await waitFor(() => expect(address()).toBe(at))
})

it('restores the chosen dates with the draft', async () => {
  const rule = { frequency: 'weekly', interval: 1, until: '2026-12-12' } as const
  server.answers({
    ...settings,
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    [READ]: {
      ...ofCoach(),
      editing: { ...editing, seriesId: 's1' },
      series: { first: '2026-11-14', rule, day: '2026-11-21' },
    },
    [EDIT]: { revision: 4 },
  })
  const at = `/calendar/event/${eventId}`
  const edit = () => showScreen(<EditEventScreen />, { path: '/calendar/event/:eventId/edit', at: `${at}/edit` })
  const before = edit()
  await before.user.click(await screen.findByRole('radio', { name: /^All upcoming dates/ }))
  await before.user.type(screen.getByRole('textbox', { name: 'Name' }), ' of all')
  before.unmount()
  const { user } = edit()
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Training of all')
  expect(screen.getByRole('radio', { name: /^All upcoming dates/ })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked(EDIT)[0]?.body).toMatchObject({ name: 'Training of all', scope: 'all' }))
})

it.each([
  ['the same values leads to the saved event', ''],
  ['other values shows both versions as the user’s own', ' again'],
])('after a lost response, saving %s', async (_what, more) => {
  const own = 'You changed this event before, and that is saved. Saving now replaces it.'
  server.answers({
    ...settings,
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    [READ]: ofCoach(),
    [EDIT]: () => {
      server.answers({
        [READ]: { ...answersTo([], { sees: 'answers', name: 'Friendly' }), editing: { ...editing, revision: 4 } },
      })
      throw new Problem('saved_before')
    },
  })
  const at = `/calendar/event/${eventId}`
  const { user } = showScreen(<EditEventScreen />, { path: '/calendar/event/:eventId/edit', at: `${at}/edit` })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, `Friendly${more}`)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^This has already been saved the way you first sent it\./)
  if (more) await screen.findByText(own)
  else await waitFor(() => expect(address()).toBe(at))
  expect(screen.queryByText('Someone else has changed this event in the meantime.')).toBeNull()
  if (!more) return
  server.answers({ [EDIT]: { revision: 5 } })
  await user.click(screen.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(address()).toBe(at))
  expect(server.asked(EDIT).at(-1)?.body).toMatchObject({ name: 'Friendly again', revision: 4 })
})

it('after a lost response for one date, saves the other dates too where all are chosen then', async () => {
  const rule = { frequency: 'weekly', interval: 1, until: '2026-12-12' } as const
  const ofSeries = { series: { first: '2026-11-14', rule, day: '2026-11-21' } }
  const seriesOf = (revision: number) => ({ editing: { ...editing, revision, seriesId: 's1' }, ...ofSeries })
  server.answers({
    ...settings,
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    [READ]: { ...ofCoach(), ...seriesOf(3) },
    [EDIT]: () => {
      const saved = { ...answersTo([], { sees: 'answers', name: 'Friendly' }), ...seriesOf(4) }
      server.answers({ [READ]: saved, [EDIT]: { revision: 5 } })
      throw new Problem('saved_before')
    },
  })
  const at = `/calendar/event/${eventId}`
  const { user } = showScreen(<EditEventScreen />, { path: '/calendar/event/:eventId/edit', at: `${at}/edit` })
  await user.click(await screen.findByRole('radio', { name: /^All upcoming dates/ }))
  const name = screen.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Friendly')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(address()).toBe(at))
  expect(server.asked(EDIT).map(({ body }) => body)).toMatchObject([
    { revision: 3, scope: 'all' },
    { name: 'Friendly', revision: 4, scope: 'all' },
  ])
})

it.each([
  ['for one date sends only that', 'This date', '', []],
  ['for all dates then requests new answers for all', 'All upcoming dates', '', []],
  [
    'for all dates with other changes requests them once the coach has seen the saved version',
    'All upcoming dates',
    ' again',
    ['Save mine'],
  ],
])('after a lost response to a move, “Ask again” %s', async (_what, scope, more, then) => {
  const rule = { frequency: 'weekly', interval: 1, until: '2026-12-12' } as const
  const seriesOf = (revision: number) => ({
    editing: { ...editing, revision, seriesId: 's1' },
    series: { first: '2026-11-14', rule, day: '2026-11-21' },
  })
  const moved = { start: '2026-11-21T19:00:00-06:00', end: '2026-11-21T20:30:00-06:00' }
  server.answers({
    ...settings,
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    [READ]: { ...answersTo([invite('danley', 'Accepted')], { sees: 'answers' }), ...seriesOf(3) },
    [EDIT]: () => {
      const saved = answersTo([invite('danley', 'Accepted')], { sees: 'answers', ...moved })
      server.answers({ [READ]: { ...saved, ...seriesOf(4) }, [EDIT]: { revision: 5 } })
      throw new Problem('saved_before')
    },
  })
  const at = `/calendar/event/${eventId}`
  const { user } = showScreen(<EditEventScreen />, { path: '/calendar/event/:eventId/edit', at: `${at}/edit` })
  await user.click(await screen.findByRole('radio', { name: new RegExp(`^${scope}`) }))
  const start = screen.getByLabelText(/^Starts at/)
  await user.clear(start)
  await user.type(start, '19:00')
  if (more) await user.type(screen.getByRole('textbox', { name: 'Name' }), more)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Ask again' }))
  for (const name of then) await user.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(server.asked(EDIT)).toHaveLength(2))
  const wanted = { askAgain: true, scope: scope === 'This date' ? 'this' : 'all' }
  expect(server.asked(EDIT).map(({ body }) => body)).toMatchObject([
    { ...wanted, revision: 3 },
    { ...wanted, revision: 4 },
  ])
  await waitFor(() => expect(address()).toBe(at))
})
