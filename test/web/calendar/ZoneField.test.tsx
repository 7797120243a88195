import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import NewEventScreen from '#web/calendar/NewEventScreen.tsx'
import { zoneText } from '#web/kit/format.ts'
import { showScreen, signInAt, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, teamId } from '../people.ts'

const server = standInServer()

it.each(['America/Chicago', 'America/Winnipeg', 'America/New_York', 'Pacific/Auckland'])(
  'shows the zone of a club in %s only if its clocks differ from the coach’s',
  async (timezone) => {
    signInAt('2026-11-21T12:00:00-06:00')
    server.answers({
      'GET /api/v1/playersAndTeams': coachOf(),
      'GET /rest-api/calendar/event-types/{orgId}': {
        types: [{ id: 'game', name: 'Game', color: '#1864ab' }],
        revision: 0,
        timezone,
      },
      'GET /rest-api/organization/venues/{orgUnitId}': { venues: [], fieldLabel: 'Field', country: 'US' },
      'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    })
    showScreen(<NewEventScreen />, {
      path: '/:orgId/:teamId?/calendar/new',
      at: `/${organizationId}/${teamId}/calendar/new`,
    })
    const line = (await screen.findByRole('button', { name: 'Different time zone' })).parentElement
    const there = zoneText('2026-11-21T23:30:00Z', timezone)
    expect(line?.textContent).toBe(`${there && `Times are in ${there}. `}Different time zone`)
  },
)
