import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import AddPlayersScreen from '#web/families/AddPlayersScreen.tsx'
import { standInServer } from '../answering.tsx'
import { clubDetails } from '../clubDetails.ts'
import { organizationId, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

const server = standInServer()
const club = {
  id: organizationId,
  name: 'Springfield FC',
  orgAdmin: true,
  permissions: ['canEditPlayers' as const],
  teams: [{ id: teamId, name: 'U12 Falcons', permissions: [] }],
  academyEnabled: false,
  customRegistrationEnabled: false,
}
async function type() {
  server.answers({
    'GET /api/v1/playersAndTeams': { players: [], following: [], organizations: [club] },
    'GET /rest-api/organization/details/{orgId}': clubDetails,
    'GET /rest-api/families/imports/{orgUnitId}': { imports: [] },
    'POST /rest-api/families/imports/{orgUnitId}/check': ({ body }) => ({
      rows: (body as { rows: { row: number }[] }).rows.map(({ row }) => ({
        ...{ row, player: null, changes: [], among: [] },
        does: 'new',
      })),
    }),
  })
  const { user } = showInShell(<AddPlayersScreen />, {
    path: '/o/:unitId/addPlayers',
    at: `/o/${organizationId}/addPlayers`,
  })
  await user.click(await screen.findByRole('tab', { name: 'A few, typed' }))
  return user
}
const rows = () => within(screen.getByRole('list', { name: 'Players' })).getAllByRole('listitem')
const names = () =>
  rows().map((row) => within(row).getByRole<HTMLInputElement>('textbox', { name: 'First name' }).value)

it('brings who comes back from the check, or from the other tab, to the players as they were typed', async () => {
  const user = await type()
  await user.click(screen.getByRole('button', { name: 'One more player' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Team' }), 'U12 Falcons')
  for (const [at, name] of ['Nia', 'Max', 'Zoe', 'Leo'].entries())
    await user.type(within(rows()[at] as HTMLElement).getByRole('textbox', { name: 'First name' }), name)
  await user.click(screen.getByRole('button', { name: 'Check' }))
  await screen.findByText('4 new')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByRole('list', { name: 'Players' })
  expect(names()).toEqual(['Nia', 'Max', 'Zoe', 'Leo'])
  expect(screen.getByRole('combobox', { name: 'Team' })).toHaveDisplayValue('U12 Falcons')
  await user.click(screen.getByRole('tab', { name: 'Spreadsheet' }))
  await user.click(screen.getByRole('tab', { name: 'A few, typed' }))
  expect(names()).toEqual(['Nia', 'Max', 'Zoe', 'Leo'])
})

it('asks before players who are typed are left', async () => {
  const user = await type()
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const [first] = screen.getAllByRole('textbox', { name: 'First name' })
  await user.type(first as HTMLElement, ' ')
  expect(asks()).toBe(false)
  await user.type(first as HTMLElement, 'Nia')
  await waitFor(() => expect(asks()).toBe(true))
  await user.clear(first as HTMLElement)
  await waitFor(() => expect(asks()).toBe(false))
})
