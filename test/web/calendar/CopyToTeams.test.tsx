import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import EventScreen from '#web/calendar/EventScreen.tsx'
import { type FakeAnswers, showScreen, standInServer } from '../fakeServer.tsx'
import { adminOf, answersTo, event, organizationId, teamId } from '../people.ts'

const server = standInServer()
const CLASHES = 'GET /rest-api/calendar/clashes/{orgUnitId}'
const COPY = 'POST /apiV1/cloneEventToTeams/'
const others = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${organizationId}.t${String(i + 1).padStart(11, '0')}`,
    name: i === 0 ? 'Herons' : `Team ${i + 1}`,
    permissions: [],
  }))
const teamIds = () => server.asked(COPY).map(({ body }) => (body as { teamIds: string[] }).teamIds)

async function open(count: number, more: FakeAnswers = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(
      ['canEditEvents'],
      [{ id: teamId, name: 'U12 Falcons', permissions: [] }, ...others(count)],
    ),
    'GET /rest-api/calendar/event/{eventId}': {
      ...answersTo([], { sees: 'answers' }),
      editing: { revision: 3, eventTypeId: 'practice', seriesId: null },
    },
    'GET /api/v1/notInvitedPlayers/{eventId}': { players: [], guests: [] },
    [CLASHES]: { events: [] },
    [COPY]: ({ body }) => ({
      success: true,
      events: (body as { teamIds: string[] }).teamIds.map((id) => ({ id: `${id}.e0000000000a`, teamId: id })),
    }),
    ...more,
  })
  const { user } = showScreen(<EventScreen />, {
    path: '/calendar/event/:eventId',
    at: `/calendar/event/${event().id}`,
  })
  await user.click(await screen.findByRole('button', { name: 'Actions for Training' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy event', hidden: true }))
  const teams = within(await screen.findByRole('group', { name: 'Other teams' }))
  return { user, teams, copy: () => user.click(screen.getByRole('button', { name: 'Copy to these teams' })) }
}

it('shows overlapping events of each team that an event is copied to', async () => {
  const [herons] = others(1)
  const clash = { ...event(), id: `${herons?.id}.e2`, name: 'Film night', orgUnit: { id: teamId, name: 'Herons' } }
  const { user, teams } = await open(1, {
    [CLASHES]: ({ params }) => ({ events: params['orgUnitId'] === herons?.id ? [clash] : [] }),
  })
  expect(screen.queryByText(/already has Film night/)).toBeNull()
  // Few teams have no search box.
  expect(teams.queryByRole('searchbox')).toBeNull()
  await user.click(teams.getByRole('checkbox', { name: 'Herons' }))
  await screen.findByText(/at that time: /)
  // The copies are at the same place on purpose.
  expect(server.asked(CLASHES).at(-1)?.query).not.toHaveProperty('place')
})

it('copies to many teams in batches, checking only the first ones for overlaps', async () => {
  const { user, teams, copy } = await open(52)
  const asked = server.asked(CLASHES).length
  await user.click(teams.getByRole('button', { name: 'Choose all' }))
  await screen.findByText(/^Overlaps are only checked for the first 5 of these teams\./)
  await waitFor(() => expect(server.asked(CLASHES).length - asked).toBe(5))
  await copy()
  await screen.findByText('52 events copied')
  expect(teamIds().map(({ length }) => length)).toEqual([50, 2])
  expect(teamIds().flat()).toEqual(others(52).map(({ id }) => id))
})

it('selects only the teams found by the search, and requires a selection', async () => {
  const { user, teams, copy } = await open(9)
  await copy()
  await teams.findByText('Please select one.')
  await user.type(teams.getByRole('searchbox', { name: 'Find a team' }), 'heron{Enter}')
  expect(teams.getAllByRole('checkbox')).toHaveLength(1)
  await user.click(teams.getByRole('button', { name: 'Choose all' }))
  await copy()
  await screen.findByText('1 event copied')
  expect(teamIds()).toEqual([[others(1)[0]?.id]])
})
