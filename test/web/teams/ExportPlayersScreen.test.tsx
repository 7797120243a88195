import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { type Flag, flags } from '#shared/permissions.ts'
import ExportPlayersScreen from '#web/teams/ExportPlayersScreen.tsx'
import { type FakeAnswers, showScreen, standInServer } from '../fakeServer.tsx'
import { clubDetails as details } from '../clubDetails.ts'
import { organizationId, person, playersAndTeams, teamId } from '../people.ts'
import { team } from './club.ts'

const server = standInServer()
const OF_CLUB = 'GET /api/v1/playerReportByOrganization/{orgId}'
const OF_TEAM = 'GET /api/v1/playerReportByTeam/{teamId}'

const open = (unitId: string, permissions: readonly Flag[] = flags, more: FakeAnswers = {}) => {
  const club = { id: organizationId, name: 'World Cup 2026', orgAdmin: true, academyEnabled: false }
  const teams = [{ id: teamId, name: 'Curaçao', permissions: [] }]
  server.answers({
    'GET /api/v1/playersAndTeams': playersAndTeams({
      organizations: [{ ...club, permissions: [...permissions], teams, customRegistrationEnabled: false }],
    }),
    'GET /rest-api/organization/details/{orgId}': details,
    'GET /rest-api/teams/players/{orgId}': { players: [{ ...person('danley'), teams: [], tags: [] }], cursor: null },
    'GET /api/v1/team/{teamId}': team(),
    [OF_CLUB]: new File(['x'], 'players.csv'),
    [OF_TEAM]: new File(['x'], 'players.csv'),
    ...more,
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  return showScreen(<ExportPlayersScreen />, { path: '/o/:unitId/exportPlayers', at: `/o/${unitId}/exportPlayers` })
}

it('requests exactly the selected columns of the club', async () => {
  const { user } = open(organizationId)
  await screen.findByRole('heading', { level: 1, name: 'Export players of World Cup 2026' })
  const usual = ['Team', 'Number', 'Position', 'Tags', 'Archived teams', 'Guardian 1: name', 'Guardian 1: phone']
  for (const name of [...usual, 'Date of birth']) await user.click(screen.getByRole('checkbox', { name }))
  await user.click(screen.getByRole('checkbox', { name: 'Health' }))
  await user.click(await screen.findByRole('checkbox', { name: 'Shirt size' }))
  await user.click(screen.getByRole('button', { name: 'Download table' }))
  await vi.waitFor(() =>
    expect(server.asked(OF_CLUB).map(({ query }) => query)).toEqual([
      { columns: 'firstName,lastName,guardianEmail,medical,shirt', format: 'xlsx' },
    ]),
  )
})

it('requests a team’s players in the other format, without health for users who may not see it', async () => {
  const { user } = open(teamId, ['canEditPlayers'])
  await screen.findByRole('heading', { level: 1, name: 'Export players of Curaçao' })
  expect(screen.queryByRole('checkbox', { name: 'Archived teams' })).toBeNull()
  const health = screen.getByRole('checkbox', { name: 'Health' })
  expect(health.getAttribute('aria-disabled')).toBe('true')
  await user.click(health)
  await user.click(screen.getByRole('radio', { name: 'CSV' }))
  await user.click(screen.getByRole('button', { name: 'Download table' }))
  await vi.waitFor(() => expect(server.asked(OF_TEAM)).toHaveLength(1))
  const columns = 'firstName,lastName,bornOn,team,number,position,tags,guardianName,guardianEmail,guardianPhone'
  expect(server.asked(OF_TEAM).map(({ params, query }) => ({ params, query }))).toEqual([
    { params: { teamId }, query: { columns, format: 'csv' } },
  ])
})

it('requires at least one column', async () => {
  const { user } = open(organizationId)
  for (const box of await screen.findAllByRole('checkbox', { checked: true })) await user.click(box)
  expect(screen.getByText('Choose at least one column.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Download table' }))
  expect(server.asked(OF_CLUB)).toEqual([])
})
it('requires the right to edit players', async () => {
  open(organizationId, ['canEditTeam'])
  await screen.findByRole('heading', { level: 1 })
  expect(await screen.findByText(/edit players/i)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Download table' })).toBeNull()
})

it.each(['club', 'team'])('without players, has a %s add them first', async (unit) => {
  const unitId = unit === 'club' ? organizationId : teamId
  open(unitId, flags, {
    'GET /rest-api/teams/players/{orgId}': { players: [], cursor: null },
    'GET /api/v1/team/{teamId}': team({ players: [] }),
  })
  expect(await screen.findByText('No players yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add several players' })).toHaveAttribute('href', `/o/${unitId}/addPlayers`)
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Download table' })).toBeNull()
})
