import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import type { AnswerOf } from '#web/api.ts'
import EditTeamScreen from '#web/teams/EditTeamScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { coachOf, organizationId, teamId } from '../people.ts'

const server = standInServer()
const READ = 'GET /api/v1/team/{teamId}'
const CHANGE = 'PUT /rest-api/teams/team/{teamId}'

const team = (isRosterVisible: boolean): AnswerOf<typeof READ> => ({
  ...{ id: teamId, name: 'Curaçao', archived: false, dateArchived: null, isOrganization: false as const },
  ...{ isRosterVisible, season: '', color: '', sport: { name: 'Soccer', fieldLabel: 'Field' } },
  organization: { id: organizationId, name: 'World Cup 2026' },
  ...{ orgAdmins: [], players: [], myPlayers: [], permissions: ['canEditTeam'] },
})
const said = { name: 'Curaçao', sport: 'Soccer', season: '', color: '' }

it('does not show a roster again that another user has hidden meanwhile, and keeps the input', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': coachOf(teamId, ['canEditTeam']),
    [READ]: team(true),
    [CHANGE]: () => {
      throw new Problem('conflict')
    },
  })
  const { user } = showScreen(<EditTeamScreen />, { path: '/team/:teamId/edit', at: `/team/${teamId}/edit` })
  const season = await screen.findByLabelText(/^Season/)
  await user.type(season, '2027')
  server.answers({ [READ]: team(false) })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/^Someone else has changed this in the/)
  expect(season).toHaveValue('2027')
  await user.click(screen.getByRole('button', { name: 'Continue with the other version' }))
  expect(screen.getByRole('switch')).not.toBeChecked()
  await user.type(season, '2028')
  server.answers({ [CHANGE]: { id: teamId } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Updated')
  expect(server.asked(CHANGE).map(({ body }) => body)).toEqual([
    { ...said, season: '2027', isRosterVisible: true, before: { ...said, isRosterVisible: true } },
    { ...said, season: '2028', isRosterVisible: false, before: { ...said, isRosterVisible: false } },
  ])
})
