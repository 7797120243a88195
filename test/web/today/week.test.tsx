import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { answersTo, card, coachOf, event, teamId, today } from '../people.ts'

const server = standInServer()
const WEEK = 'GET /rest-api/teams/week'
const practice = event({ id: `${teamId}.e0000000000b`, name: 'Practice on Monday' })
const line = (of: ReturnType<typeof event>) => ({
  event: of,
  turnout: { going: 1, notGoing: 0, waiting: 0 },
  waiting: [],
})
function open(events: ReturnType<typeof event>[]) {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /api/v1/today': today(card(null)),
    'GET /rest-api/calendar/event/{eventId}': answersTo([]),
    'GET /rest-api/today/requests': { requests: [] },
    [WEEK]: { events: events.map(line), more: 0, birthdays: [], teams: 1 },
  })
  return showScreen(<TodayScreen />)
}

it('lists an event once: today’s has a card with all answers and an Open button above them', async () => {
  open([event(), practice])
  const week = within(await screen.findByRole('list', { name: 'Events this week' }))
  expect(week.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Practice on Monday · U12 Falcons'])
  const link = screen.getByRole('link', { name: /^Open ?Training/ })
  const answers = await screen.findByText('Nobody is invited yet.')
  expect(link.compareDocumentPosition(answers)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('shows no week if all of it is above', async () => {
  open([event()])
  await waitFor(() => expect(server.asked(WEEK)).toHaveLength(1))
  await screen.findByRole('link', { name: 'View Upcoming Events' })
  expect(screen.queryByRole('heading', { name: 'This week' })).toBeNull()
})
