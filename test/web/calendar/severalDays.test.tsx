import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { copyValues } from '#web/calendar/eventForm.ts'
import EditEventScreen from '#web/calendar/EditEventScreen.tsx'
import EventScreen from '#web/calendar/EventScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { answersTo, coachOf, event, invite } from '../people.ts'

const server = standInServer()
const EDIT = 'PUT /rest-api/calendar/event/{eventId}'
const types = {
  types: [{ id: 'practice', name: 'Practice', color: '#2b8a3e' }],
  revision: 0,
  timezone: 'America/Chicago',
}
/** A date of a weekly series that was made a weekend of its own. */
const weekend = () => ({
  ...answersTo([invite('danley')], { start: '2026-11-21T16:00:00Z', end: '2026-11-22T22:00:00Z' }),
  sees: 'answers' as const,
  editing: { revision: 3, eventTypeId: 'practice', seriesId: 's1' },
  series: {
    first: '2026-11-14',
    day: '2026-11-21',
    rule: { frequency: 'weekly' as const, interval: 1, until: '2026-12-12' },
  },
})

it('a date of several days keeps them when it is edited together with the other dates of its series', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event-types/{orgId}': types,
    'GET /rest-api/organization/venues/{orgUnitId}': { venues: [], fieldLabel: 'Field', country: 'US' },
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    'GET /rest-api/calendar/event/{eventId}': weekend(),
    [EDIT]: { revision: 4 },
  })
  const at = `/calendar/event/${event().id}/edit`
  const { user } = showScreen(<EditEventScreen />, { path: '/calendar/event/:eventId/edit', at })
  await user.click(await screen.findByRole('radio', { name: /^All upcoming dates/ }))
  const name = screen.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Camp')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.asked(EDIT)).toHaveLength(1))
  const { name: sentName, start, end } = server.asked(EDIT)[0]!.body as Record<'name' | 'start' | 'end', string>
  expect([sentName, start, end].map((text) => text.replace('.000Z', 'Z'))).toEqual([
    'Camp',
    '2026-11-21T16:00:00Z',
    '2026-11-22T22:00:00Z',
  ])
})

it('a copy of such a date does not repeat', () => {
  const { day, lastDay, repeat } = copyValues(weekend(), { settings: types, venues: [], today: '2026-11-20' })
  expect({ day, lastDay, repeat }).toEqual({ day: '2026-12-19', lastDay: '2026-12-20', repeat: 'no' })
})

it('a copy of several days ends at the same local time, although clocks change during it', async () => {
  const CLASHES = 'GET /rest-api/calendar/clashes/{orgUnitId}'
  const camp = { start: '2026-10-23T23:00:00Z', end: '2026-10-25T17:00:00Z' }
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event/{eventId}': { ...weekend(), ...answersTo([], camp), sees: 'answers' },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    [CLASHES]: { events: [] },
  })
  const at = `/calendar/event/${event().id}`
  const { user } = showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at })
  await user.click(await screen.findByRole('button', { name: /^Actions for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy event', hidden: true }))
  await screen.findByRole('button', { name: 'Copy to this day' })
  await waitFor(() => expect(server.asked(CLASHES)).toHaveLength(1))
  const { start, end } = server.asked(CLASHES)[0]!.query as Record<'start' | 'end', string>
  expect({ start, end }).toEqual({ start: '2026-10-30T23:00:00Z', end: '2026-11-01T18:00:00Z' })
})
