import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import EventScreen from '#web/calendar/EventScreen.tsx'
import { copyValues } from '#web/calendar/eventForm.ts'
import NewEventScreen from '#web/calendar/NewEventScreen.tsx'
import { address, showScreen, standInServer } from '../fakeServer.tsx'
import { adminOf, answersTo, event, invite, organizationId, teamId } from '../people.ts'

const server = standInServer()
const READ = 'GET /rest-api/calendar/event/{eventId}'
const SERIES = 'POST /rest-api/calendar/series/{orgUnitId}'
const next = `${organizationId}.t0000000000b`
const like = event().id
const types = {
  types: [{ id: 'practice', name: 'Practice', color: '#2b8a3e' }],
  revision: 0,
  timezone: 'America/Chicago',
}
/** A training on Tuesdays and Thursdays of last season. */
const read = () => ({
  ...answersTo([invite('danley')], {
    ...event({ name: 'Practice', description: 'Bring water.', start: '2026-06-02T22:30:00Z' }),
    end: '2026-06-03T00:00:00Z',
  }),
  sees: 'answers' as const,
  editing: { revision: 3, eventTypeId: 'practice', seriesId: `${teamId}.s0000000000a` },
  series: {
    first: '2026-03-03',
    day: '2026-06-02',
    rule: { frequency: 'weekly' as const, interval: 1, weekdays: [2, 4], until: '2026-06-11', except: ['2026-04-07'] },
  },
})
function answer() {
  const permissions = ['canEditEvents' as const]
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(permissions, [
      { id: next, name: 'U13 Falcons', permissions: [] },
      { id: teamId, name: 'U12 Falcons', permissions: [], archived: true },
    ]),
    [READ]: read(),
    'GET /rest-api/calendar/event-types/{orgId}': types,
    'GET /rest-api/organization/venues/{orgUnitId}': { venues: [], fieldLabel: 'Field', country: 'US' },
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    [SERIES]: { seriesId: '', events: 2 },
  })
}

it('leads from an event of an archived team to a new one for a current team', async () => {
  answer()
  const { user } = showScreen(<EventScreen />, { path: '/calendar/event/:eventId', at: `/calendar/event/${like}` })
  await user.click(await screen.findByRole('button', { name: 'Actions for Practice' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy event', hidden: true }))
  const anew = within(await screen.findByRole('region', { name: 'New event like this one' }))
  // The event's team is archived and not offered.
  const button = () => anew.getByRole('button', { name: 'New event like this one' })
  expect(button()).toHaveAccessibleDescription('Choose a team')
  const options = anew.getAllByRole('option').map(({ textContent }) => textContent)
  expect(options).toEqual(['Choose a team', 'Riverside FC', 'U13 Falcons'])
  await user.selectOptions(anew.getByRole('combobox', { name: 'For' }), 'U13 Falcons')
  await user.click(button())
  await waitFor(() => expect(address()).toBe(`/${organizationId}/${next}/calendar/new?like=${like}`))
})

it('prefills a new series from an old one, except for its end date', async () => {
  answer()
  const at = `/${organizationId}/${next}/calendar/new?like=${like}`
  const { user } = showScreen(<NewEventScreen />, { path: '/:orgId/:teamId?/calendar/new', at })
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Practice')
  expect(screen.getByLabelText(/^Starts at/)).toHaveValue('17:30')
  await user.click(screen.getByRole('button', { name: /^Add/ }))
  await screen.findByText('Required.')
  expect(server.asked(SERIES)).toEqual([])
})

it('starts on the next weekday of the rule after the original’s last date, without its exceptions', () => {
  const values = (today: string, changes: object = {}) => {
    const { day, lastDay, until, leftOut, weekdays, repeat, startTime, endTime, type } = copyValues(
      { ...read(), ...changes },
      { settings: types, venues: [], today },
    )
    return { day, lastDay, until, leftOut, weekdays, repeat, startTime, endTime, type }
  }
  const rest = { lastDay: '', until: '', leftOut: [], startTime: '17:30', endTime: '19:00', type: 'practice' }
  const weekly = { ...rest, repeat: 'weekly', weekdays: ['2', '4'] }
  expect(values('2026-08-13')).toEqual({ ...weekly, day: '2026-08-18' })
  expect(values('2026-05-01')).toEqual({ ...weekly, day: '2026-06-16' })
  expect(values('2026-06-16')).toEqual({ ...weekly, day: '2026-06-16' })
  // An event that does not repeat, with a type that the club has deleted.
  const scrimmage = { ...read().event, eventType: { name: 'Scrimmage', color: '#13693a' } }
  const alone = { event: scrimmage, series: null, editing: { revision: 1, eventTypeId: 'gone', seriesId: null } }
  expect(values('2026-05-01', alone)).toMatchObject({ repeat: 'no', day: '2026-06-09', type: 'practice' })
})
