import { act, screen, waitFor } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { Key } from '#web/api.ts'
import MonthScreen from '#web/calendar/MonthScreen.tsx'
import UpcomingScreen from '#web/calendar/UpcomingScreen.tsx'
import PlayersScreen from '#web/teams/PlayersScreen.tsx'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { type FakeAnswers, showScreen, standInServer } from './fakeServer.tsx'
import { card, coachOf, event, invite, organizationId, playerId, playersAndTeams, teamId, today } from './people.ts'

const server = standInServer()
const TODAY = 'GET /api/v1/today'
const EVENTS = 'GET /api/v1/playerEvents'
const MONTH = 'GET /api/v1/teamEventsByMonth/{orgUnitId}'
const PLAYERS = 'GET /api/v1/playersAndTeams'
const danley = { id: playerId('a'), name: 'Danley', orgUnits: [] }
const ofTeam = { path: '/:orgId/:teamId/calendar', at: `/${organizationId}/${teamId}/calendar` }

const told = () => screen.queryAllByRole('alert').flatMap(({ textContent }) => textContent || [])

type Case = [what: string, route: Key, screen: ReactElement, stands: string, read: FakeAnswers, at?: typeof ofTeam]
it.each<Case>([
  ['Today', TODAY, <TodayScreen key="1" />, 'Training', { [TODAY]: today(card(invite('danley'))) }],
  [
    'a family’s month',
    EVENTS,
    <UpcomingScreen key="2" />,
    'Training',
    { [EVENTS]: { events: [card(invite('danley'))] } },
  ],
  [
    ...(['a team’s month', MONTH, <MonthScreen key="3" />, 'Training'] as const),
    { [PLAYERS]: coachOf(), [MONTH]: { events: [event()], cursor: null } },
    ofTeam,
  ],
  [
    'the list of players',
    PLAYERS,
    <PlayersScreen key="4" />,
    'Danley',
    { [PLAYERS]: playersAndTeams({ players: [danley] }) },
  ],
])(
  '%s stays as last read when a refresh fails, with one line that says so',
  async (_, route, shown, stands, read, at) => {
    server.answers(read)
    const { user } = showScreen(shown, at)
    await screen.findAllByText(stands)
    server.answers({
      [route]: () => {
        throw new Problem('internal')
      },
    })
    act(() => void window.dispatchEvent(new Event('focus')))
    await screen.findByText('This could not be refreshed and may be out of date.')
    expect(told()).toEqual(['This could not be refreshed and may be out of date.Try again'])
    expect(screen.getAllByText(stands)).not.toHaveLength(0)
    server.answers(read)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(told()).toEqual([]))
  },
)
