import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import EditEventScreen from '#web/calendar/EditEventScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { answersTo, coachOf, event } from '../people.ts'

const server = standInServer()
const READ = 'GET /rest-api/calendar/event/{eventId}'
const EDIT = 'PUT /rest-api/calendar/event/{eventId}'
const standing = (name: string, revision: number) => ({
  ...answersTo([], { sees: 'answers', name }),
  editing: { revision, eventTypeId: 'practice', seriesId: null },
})

it('continues from the other version when the user keeps it, discarding the own changes', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /rest-api/calendar/event-types/{orgId}': {
      types: [{ id: 'practice', name: 'Practice', color: '#2b8a3e' }],
      revision: 0,
      timezone: 'America/Chicago',
    },
    'GET /rest-api/organization/venues/{orgUnitId}': { venues: [], fieldLabel: 'Field', country: 'US' },
    'GET /rest-api/calendar/clashes/{orgUnitId}': { events: [] },
    [READ]: standing('Training', 3),
    [EDIT]: () => {
      server.answers({ [READ]: standing('Cup match', 4) })
      throw new Problem('conflict')
    },
  })
  const at = `/calendar/event/${event().id}/edit`
  const { user } = showScreen(<EditEventScreen />, { path: '/calendar/event/:eventId/edit', at })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Friendly')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Keep theirs' }))
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Cup match')
  expect(screen.queryByText('Someone else has changed this event in the meantime.')).toBeNull()
})
