import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import TodayScreen from '#web/today/TodayScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { card, coachOf, invite, playerId, teamId, today } from '../people.ts'

const server = standInServer()

it('marks a canceled event in the week and asks for no answers', async () => {
  const { event: off } = card(invite('danley'), { cancelled: true })
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /api/v1/today': today(),
    'GET /rest-api/teams/week': {
      events: [{ event: off, turnout: { going: 0, notGoing: 0, waiting: 1 }, waiting: [] }],
      more: 0,
      birthdays: [],
      teams: 1,
    },
  })
  showScreen(<TodayScreen />)
  const week = within(await screen.findByRole('list', { name: 'Events this week' }))
  expect(week.getByText('Cancelled')).toBeVisible()
  expect(week.getByRole('link')).toHaveAttribute('href', `/calendar/event/${off.id}`)
  expect(week.queryByText(/going/)).toBeNull()
})

it('shows the number without an answer once: with their names, or else beside the answers', async () => {
  const { event } = card(invite('danley'))
  const turnout = { going: 8, notGoing: 2, waiting: 1 }
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(),
    'GET /api/v1/today': today(),
    'GET /rest-api/teams/week': {
      events: [
        { event, turnout, waiting: [{ id: playerId('a'), firstName: 'Mia', lastName: 'Moreno' }] },
        { event: { ...event, id: `${teamId}.e0000000000n` }, turnout, waiting: [] },
      ],
      more: 0,
      birthdays: [],
      teams: 1,
    },
  })
  showScreen(<TodayScreen />)
  const week = within(await screen.findByRole('list', { name: 'Events this week' }))
  const [named, unnamed] = week.getAllByRole('listitem')
  expect(named).toHaveTextContent(/8 going · 2 not going1 has not answeredMia Moreno$/)
  expect(unnamed).toHaveTextContent(/8 going · 2 not going · 1 not answered$/)
})

it('marks a canceled event of tomorrow in place of the answer', async () => {
  const off = { id: `${teamId}.e0000000000t`, start: '2026-11-22T18:00:00-06:00', cancelled: true as const }
  server.answers({ 'GET /api/v1/today': { ...today(), tomorrowsEvents: [card(invite('danley'), off)] } })
  showScreen(<TodayScreen />)
  const section = within(await screen.findByRole('region', { name: /^Tomorrow / }))
  expect(section.getByRole('button')).toHaveTextContent(/Cancelled.*Jean Jacques$/)
})
