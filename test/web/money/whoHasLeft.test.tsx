import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import { standInServer } from '../answering.tsx'
import { organizationId, person, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { fee, treasurer } from './fees.ts'

const server = standInServer()
const SEARCH = 'GET /rest-api/fee/search/{orgUnitId}'

it.each([
  ['their name', [fee('kovar')], 'Matěj Kovář'],
  ['that it is one player', [], 'This player'],
] as const)('of who has left the team since says whose fees are shown: %s', async (_, fees, name) => {
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    [SEARCH]: { fees: [...fees], cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': {
      totals: { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 },
      months: [],
    },
    'GET /rest-api/fee/players/{orgUnitId}': { players: [{ ...person('danley'), teamIds: [teamId], tags: [] }] },
  })
  const { user } = showInShell(<PaymentsScreen />, {
    path: '/:orgId/:teamId/payments',
    at: `/${organizationId}/${teamId}/payments?player=${person('kovar').id}`,
  })
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Player' })).toHaveValue(name))
  expect(server.asked(SEARCH).at(-1)?.query).toEqual({ playerId: person('kovar').id })
  // Emptied, all are shown.
  await user.clear(screen.getByRole('combobox', { name: 'Player' }))
  await user.tab()
  await waitFor(() => expect(server.asked(SEARCH).at(-1)?.query).toEqual({}))
})

it('names the team of each fee where they are not all of the one that is looked at', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    [SEARCH]: { fees: [fee('danley'), fee('roshon', { orgUnitId: organizationId })], cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': {
      totals: { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 },
      months: [],
    },
    'GET /rest-api/fee/players/{orgUnitId}': { players: [] },
  })
  showInShell(<PaymentsScreen />, {
    path: '/:orgId/:teamId/payments',
    at: `/${organizationId}/${teamId}/payments`,
  })
  const table = within(await screen.findByRole('table', { name: 'Fees' }))
  expect(table.getByRole('columnheader', { name: 'Team' })).toBeDefined()
  expect(table.getByText('U12 Falcons')).toBeDefined()
  expect(table.getByText('Whole club')).toBeDefined()
})
