import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import DeletedScreen from '#web/calendar/DeletedScreen.tsx'
import EditEventScreen from '#web/calendar/EditEventScreen.tsx'
import EventScreen from '#web/calendar/EventScreen.tsx'
import NewEventScreen from '#web/calendar/NewEventScreen.tsx'
import { address, showScreen, signInAt, standInServer } from '../fakeServer.tsx'
import { answersTo, card, coachOf, event, invite, organizationId, person, teamId } from '../people.ts'

const server = standInServer()
const READ = 'GET /rest-api/calendar/event/{eventId}'
const EDIT = 'PUT /rest-api/calendar/event/{eventId}'
const eventId = event().id
const editing = { revision: 3, eventTypeId: 'practice', seriesId: null }
const ofCoach = (...invites: ReturnType<typeof invite>[]) => ({ ...answersTo(invites, { sees: 'answers' }), editing })

beforeEach(() =>
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event-types/{orgId}': {
      types: [
        { id: 'practice', name: 'Practice', color: '#2b8a3e' },
        { id: 'game', name: 'Game', color: '#1864ab' },
      ],
      revision: 0,
      timezone: 'America/Chicago',
    },
    'GET /rest-api/organization/venues/{orgUnitId}': { venues: [], fieldLabel: 'Field', country: 'US' },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    'GET /api/v1/teamEventsByMonth/{orgUnitId}': { events: [], cursor: null },
    'GET /api/v1/playerEvents': { events: [] },
  }),
)

const page = () => showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${eventId}` })
const form = () =>
  showScreen(<NewEventScreen />, {
    path: '/:orgId/:teamId?/calendar/new',
    at: `/${organizationId}/${teamId}/calendar/new`,
  })

it('lets a coach answer for a player, withdraw an invitation with Undo, and invite others', async () => {
  const julian = person('julian')
  server.answers({
    [READ]: ofCoach(invite('danley', 'Accepted', 'Comes late'), invite('orkun')),
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [julian], guests: [] },
    'GET /user/updateInviteStatus/{inviteFile}': invite('orkun', 'Declined'),
    'POST /orgUnit/removePlayerInvite/{inviteId}': { success: true },
    'POST /event/addPlayerInvite': { success: true, invite: invite('danley') },
  })
  const { user } = page()
  const orkun = await screen.findByRole('group', { name: 'Answer of Orkun Kökçü' })
  await user.click(within(orkun).getByRole('radio', { name: 'No' }))
  await waitFor(() =>
    expect(server.asked('GET /user/updateInviteStatus/{inviteFile}')[0]?.query).toEqual({
      format: 'json',
      status: 'Declined',
    }),
  )
  expect(screen.getByText('Comes late')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Invite Julián Quiñones' }))
  await waitFor(() =>
    expect(server.asked('POST /event/addPlayerInvite')[0]?.query).toMatchObject({ playerId: julian.id }),
  )
})

it('shows a family the event without the coach’s controls', async () => {
  server.answers({ [READ]: answersTo([invite('danley', 'Accepted')]) })
  page()
  await screen.findByRole('list', { name: 'Going' })
  // The title of the screen shows the name once.
  expect(screen.getAllByText('Training')).toHaveLength(1)
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Invite all' })).toBeNull()
})

it('links users who may send messages to an email to everyone invited', async () => {
  server.answers({
    [READ]: ofCoach(invite('danley')),
    'GET /api/v1/playersAndTeams': coachOf(teamId, ['canEditEvents', 'canSendMessages']),
  })
  const { user, unmount } = page()
  await user.click(await screen.findByRole('button', { name: 'Actions for Training' }))
  const item = await screen.findByRole('menuitem', { name: 'Email everyone invited', hidden: true })
  expect(item).toHaveAttribute('href', `/email-event/${eventId}`)
  unmount()
  // A user who may edit events but not send messages has no such link.
  server.answers({
    [READ]: answersTo([invite('danley')]),
    'GET /api/v1/playersAndTeams': coachOf(teamId, ['canSendMessages']),
  })
  const writer = page()
  expect(await screen.findByRole('link', { name: 'Email everyone invited' })).toHaveAttribute(
    'href',
    `/email-event/${eventId}`,
  )
  writer.unmount()
  server.answers({ [READ]: ofCoach(invite('danley')), 'GET /api/v1/playersAndTeams': coachOf() })
  const planner = page()
  await planner.user.click(await screen.findByRole('button', { name: 'Actions for Training' }))
  await screen.findByRole('menuitem', { name: 'Copy event', hidden: true })
  expect(screen.queryByRole('menuitem', { name: 'Email everyone invited', hidden: true })).toBeNull()
})

it('creates an event from a name, a date and a time', async () => {
  server.answers({ 'POST /rest-api/calendar/events/{orgUnitId}': { id: eventId, invited: 3 } })
  const { user } = form()
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Practice')
  await user.click(screen.getByRole('button', { name: 'Add event' }))
  await waitFor(() => expect(address()).toBe(`/${organizationId}/${teamId}/calendar?month=2026-11`))
  expect(server.asked('POST /rest-api/calendar/events/{orgUnitId}')[0]?.body).toMatchObject({
    name: 'Practice',
    start: '2026-11-21T23:30:00Z',
    end: '2026-11-22T01:00:00Z',
    timezone: 'America/Chicago',
    eventTypeId: 'practice',
    invite: 'everybody',
    location: null,
    answerBy: null,
  })
})

it('creates a series at once, and previews its dates', async () => {
  server.answers({ 'POST /rest-api/calendar/series/{orgUnitId}': { seriesId: 's', events: 9 } })
  const { user } = form()
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Practice')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Repeats' }), 'Weekly')
  // Until the dates are loaded the button shows no number.
  expect(screen.getByRole('button', { name: 'Add event' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Tuesday' }))
  await user.click(screen.getByRole('button', { name: 'Saturday' }))
  await user.type(screen.getByRole('textbox', { name: 'Until' }), '12/15/2026')
  await user.tab()
  expect((await screen.findByText('4 dates:')).parentElement?.textContent).toBe(
    '4 dates: every Tuesday until Tue 15 Dec',
  )
  // Overlapping events of all dates: the first three, and the number of others.
  const clash = (day: number) => ({
    ...{ id: `o1.t2.e${day}`, name: 'Scrimmage', field: '', orgUnit: { id: 'o1.t2', name: 'Otters' } },
    ...{ start: `2026-12-0${day}T23:30:00Z`, end: `2026-12-0${day}T23:45:00Z`, timezone: 'America/Chicago' },
  })
  server.answers({ 'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [1, 2, 3, 4, 5].map(clash) } })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Venue' }), 'Another place')
  await user.type(screen.getByRole('textbox', { name: 'Place' }), 'P')
  expect(await screen.findAllByText(/^Scrimmage of Otters is already there at that time/)).toHaveLength(3)
  expect(screen.getByText('2 more events overlap with one of these dates.')).toBeDefined()
  expect(server.asked('GET /rest-api/calendar/clashes/{orgUnitId}').at(-1)?.query).toMatchObject({
    days: '2026-11-24,2026-12-01,2026-12-08,2026-12-15',
    timezone: 'America/Chicago',
  })
  await user.click(screen.getByRole('button', { name: 'Add 4 dates' }))
  await waitFor(() => expect(server.asked('POST /rest-api/calendar/series/{orgUnitId}')).toHaveLength(1))
  expect(server.asked('POST /rest-api/calendar/series/{orgUnitId}')[0]?.body).toMatchObject({
    repeat: { frequency: 'weekly', interval: 1, weekdays: [2], until: '2026-12-15' },
  })
})

it('shows a coach what another one has changed, and overwrites nothing unseen', async () => {
  let read = ofCoach()
  let tries = 0
  server.answers({
    [READ]: () => read,
    [EDIT]: () => {
      tries += 1
      if (tries === 2) throw new Problem('busy')
      if (tries > 2) return { revision: 5 }
      const changed = event({ name: 'Cup final', eventType: { name: 'Game', color: '#1864ab' } })
      read = { ...ofCoach(), event: changed, editing: { ...editing, eventTypeId: 'game', revision: 4 } }
      throw new Problem('conflict')
    },
  })
  const { user } = showScreen(<EditEventScreen />, {
    path: '/calendar/event/:eventId/edit',
    at: `/calendar/event/${eventId}/edit`,
  })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Friendly')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Someone else has changed this event in the meantime.')
  const row = screen.getByRole('row', { name: /Cup final/ })
  expect([...row.children].map(({ textContent }) => textContent)).toEqual(['Name', 'Cup final', 'Friendly'])
  const types = screen.getByRole('row', { name: /^Type/ })
  expect([...types.children].map(({ textContent }) => textContent)).toEqual(['Type', 'Game', 'Practice'])
  await user.click(screen.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(server.asked(EDIT)).toHaveLength(2))
  expect(server.asked(EDIT)[1]?.body).toMatchObject({ name: 'Friendly', revision: 4 })
  // On an error the message is shown and the choice remains.
  await screen.findByText('Touchline is busy. Please try again in a moment.')
  await user.click(screen.getByRole('button', { name: 'Save mine' }))
  await waitFor(() => expect(address()).toBe(`/calendar/event/${eventId}`))
  expect(server.asked(EDIT)[2]?.body).toMatchObject({ name: 'Friendly', revision: 4 })
  expect(Object.keys(sessionStorage).filter((name) => name.includes(eventId))).toEqual([])
})

it('restores a deleted event from the list', async () => {
  const { location: _location, ...deleted } = event()
  server.answers({
    'GET /rest-api/calendar/deleted/{orgUnitId}': {
      events: [{ ...deleted, deletedAt: '2026-11-20T18:00:00Z', seriesId: null }],
    },
    'POST /rest-api/calendar/event/{eventId}/restore': { revision: 2 },
  })
  const { user } = showScreen(<DeletedScreen />, {
    path: '/:orgId/:teamId?/calendar/deleted',
    at: `/${organizationId}/${teamId}/calendar/deleted`,
  })
  await user.click(await screen.findByRole('button', { name: 'Restore Training' }))
  expect(await screen.findByText('Event restored')).toBeDefined()
})

const editForm = () =>
  showScreen(<EditEventScreen />, { path: '/calendar/event/:eventId/edit', at: `/calendar/event/${eventId}/edit` })
/** A series on Saturdays from the 14th on; the event is its second date. */
const series = {
  first: '2026-11-14',
  rule: { frequency: 'weekly', interval: 1, weekdays: [6], until: '2026-12-12' },
} as const
const ofSeries = () => ({ ...ofCoach(), series, editing: { ...editing, seriesId: 's' } })

it('takes a family’s answers on the event, with a row for each of its players', async () => {
  signInAt('2026-11-20T12:00:00-06:00')
  server.answers({
    [READ]: answersTo([invite('danley'), invite('julian')]),
    'GET /api/v1/playerEvents': { events: [card(invite('danley')), card(invite('julian'))] },
    'GET /user/updateInviteStatus/{inviteFile}': invite('julian', 'Accepted'),
  })
  const { user } = page()
  const rows = within(await screen.findByRole('list', { name: 'Your players' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Danley Jean Jacques'),
    expect.stringContaining('Julián Quiñones'),
  ])
  await user.click(within(rows[1]!).getByRole('button', { name: 'Yes' }))
  await within(rows[1]!).findByRole('button', { name: 'Yes, Going' })
  await waitFor(() =>
    expect(server.asked('GET /user/updateInviteStatus/{inviteFile}')[0]).toMatchObject({
      params: { inviteFile: `${invite('julian').id}.json` },
      query: { status: 'Accepted' },
    }),
  )
})

it('shows the recurrence, and deletes the chosen dates with Undo', async () => {
  server.answers({
    [READ]: ofSeries(),
    'GET /api/v1/deleteEvent/{eventId}': { success: true },
    'POST /rest-api/calendar/event/{eventId}/restore': { revision: 4 },
  })
  const { user } = page()
  await screen.findByText('Repeats every Saturday until Sat 12 Dec.')
  await user.click(screen.getByRole('button', { name: 'Actions for Training' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete event', hidden: true }))
  expect(await screen.findByRole('radio', { name: /^All upcoming dates.*a separate series/ })).toBeDefined()
  await user.click(screen.getByRole('radio', { name: 'This and the following dates' }))
  await user.click(screen.getByRole('button', { name: 'Delete event' }))
  await screen.findByText('Dates deleted')
  // Where the event was, not at today.
  await waitFor(() => expect(address()).toBe(`/${organizationId}/${teamId}/calendar?month=2026-11`))
  expect(server.asked('GET /api/v1/deleteEvent/{eventId}')[0]?.query).toEqual({ scope: 'following' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(server.asked('POST /rest-api/calendar/event/{eventId}/restore')[0]?.query).toEqual({ together: 'true' }),
  )
})

it('changes the recurrence of the following dates, and shows overlaps of the new dates', async () => {
  signInAt('2026-12-01T12:00:00-06:00')
  server.answers({ [READ]: ofSeries(), [EDIT]: { revision: 4 } })
  const { user } = editForm()
  await user.click(await screen.findByRole('radio', { name: 'This and the following dates' }))
  await screen.findByText('every Saturday until Sat 12 Dec')
  const clashes = () => server.asked('GET /rest-api/calendar/clashes/{orgUnitId}').at(-1)?.query
  // Past dates are not checked.
  await waitFor(() => expect(clashes()).toMatchObject({ of: eventId, days: '2026-12-05,2026-12-12' }))
  expect(clashes()).not.toHaveProperty('rule')
  await user.click(screen.getByRole('button', { name: 'Sunday' }))
  await screen.findByText('every Saturday and Sunday until Sat 12 Dec')
  await waitFor(() => expect(clashes()).toMatchObject({ rule: 'other', days: '2026-12-05,2026-12-06,2026-12-12' }))
  expect(screen.getByText(/^These dates keep their days\. Move a single/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked(EDIT)).toHaveLength(1))
  expect(server.asked(EDIT)[0]?.body).toMatchObject({
    scope: 'following',
    start: '2026-11-22T00:30:00Z',
    repeat: { frequency: 'weekly', interval: 1, weekdays: [6, 7], until: '2026-12-12' },
  })
})

it('uses the weekday of the rule where this date was moved to another one', async () => {
  signInAt('2026-11-20T12:00:00-06:00')
  // On Thursdays, as its first date; this date was moved to a Saturday.
  const rule = { frequency: 'weekly', interval: 1, until: '2026-12-10' } as const
  server.answers({ [READ]: { ...ofSeries(), series: { first: '2026-11-12', rule, day: '2026-11-19' } } })
  const { user } = editForm()
  await user.click(await screen.findByRole('radio', { name: 'This and the following dates' }))
  await screen.findByText('every Thursday until Thu 10 Dec')
  expect(screen.getByRole('button', { name: 'Thursday' })).toHaveAttribute('aria-pressed', 'true')
  expect(screen.getByRole('button', { name: 'Saturday' })).toHaveAttribute('aria-pressed', 'false')
})

it('keeps the span, zone and map link of an event of several days when something else changes', async () => {
  const camp = event({
    start: '2026-11-21T09:00:00-05:00',
    end: '2026-11-24T16:00:00-05:00',
    timezone: 'America/New_York',
  })
  server.answers({
    [READ]: { ...ofCoach(), event: { ...camp, location: { ...camp.location!, mapUrl: 'https://maps.example/own' } } },
    [EDIT]: { revision: 4 },
  })
  const { user } = editForm()
  expect(await screen.findByRole('checkbox', { name: 'Lasts several days' })).toBeChecked()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' camp')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked(EDIT)).toHaveLength(1))
  expect(server.asked(EDIT)[0]?.body).toMatchObject({
    name: 'Training camp',
    start: '2026-11-21T14:00:00Z',
    end: '2026-11-24T21:00:00Z',
    timezone: 'America/New_York',
    location: { name: 'Riverside Park', city: 'Chicago', mapUrl: 'https://maps.example/own' },
  })
})
