import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import { type FakeAnswers, standInServer } from '../fakeServer.tsx'
import { adminOf, organizationId, person, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { details, fee, treasurer } from './fees.ts'

const server = standInServer()
const SEARCH = 'GET /rest-api/fee/search/{orgUnitId}'

/** Opens the fees of a team. */
function open(fees: ReturnType<typeof fee>[], query = '', more: FakeAnswers = {}) {
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    [SEARCH]: { fees, cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': {
      totals: { dueInCents: 10_000, paidInCents: 0, lateInCents: 0, comingInCents: 0 },
      months: [],
    },
    'GET /rest-api/fee/players/{orgUnitId}': { players: [{ ...person('danley'), teamIds: [teamId], tags: [] }] },
    ...more,
  })
  return showInShell(<PaymentsScreen />, {
    path: '/:orgId/:teamId/payments',
    at: `/${organizationId}/${teamId}/payments${query}`,
  })
}

it.each([
  ['by name if a fee has it', [fee('kovar')], 'Matěj Kovář'],
  ['as one player otherwise', [], 'This player'],
] as const)('names the player of the filter also after they have left the team: %s', async (_, fees, name) => {
  const { user } = open([...fees], `?player=${person('kovar').id}`)
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Player' })).toHaveDisplayValue(name))
  expect(server.asked(SEARCH).at(-1)?.query).toEqual({ playerId: person('kovar').id })
  // Selecting all players removes the filter.
  await user.selectOptions(screen.getByRole('combobox', { name: 'Player' }), 'All players')
  await waitFor(() => expect(server.asked(SEARCH).at(-1)?.query).toEqual({}))
})

it('shows no filters in a club without fees, not even while it loads, and keeps them while a filtered list loads', async () => {
  const neverAnswered = new Promise<never>(() => {})
  const search = () => screen.queryByRole('searchbox', { name: 'Search fees' })
  const { unmount } = open([], '', { [SEARCH]: () => neverAnswered })
  await waitFor(() => expect(server.asked(SEARCH)).toHaveLength(1))
  expect(search()).toBeNull()
  unmount()
  const { user } = open([fee()], '', {
    [SEARCH]: ({ query }) => (query['status'] ? neverAnswered : { fees: [fee()], cursor: null }),
  })
  await screen.findByText('Danley Jean Jacques')
  await user.selectOptions(screen.getByLabelText('Status'), 'PAID')
  await waitFor(() => expect(server.asked(SEARCH).at(-1)?.query).toEqual({ status: 'PAID' }))
  expect(search()).toBeVisible()
})

it('links a fee to its player for users who may edit the club’s players', async () => {
  const link = () => screen.queryByRole('link', { name: /Danley Jean Jacques$/ })
  const { unmount } = open([fee()])
  await screen.findByText('Danley Jean Jacques')
  expect(link()).toBeNull()
  unmount()
  const teams = [{ id: teamId, name: 'U12 Falcons', permissions: [] }]
  open([fee()], '', { 'GET /api/v1/playersAndTeams': adminOf(['canEditFees', 'canEditPlayers'], teams) })
  await waitFor(() => expect(link()).toHaveAttribute('href', `/dashboard/player/${person('danley').id}`))
})

it('searches fees by name, and exports the same selection', async () => {
  const EXPORT = 'GET /rest-api/fee/export/{orgUnitId}'
  const { user } = open([fee()], '', { [EXPORT]: new File(['Fee'], 'fees.csv') })
  await screen.findByRole('table', { name: 'Fees' })
  await user.type(screen.getByRole('searchbox', { name: 'Search fees' }), ' kit')
  await waitFor(() => expect(server.asked(SEARCH).at(-1)?.query).toEqual({ filter: 'kit' }))
  expect(server.asked(SEARCH)).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(server.asked(EXPORT).map(({ query }) => query)).toEqual([{ filter: 'kit' }]))
})

it('shows no search and export without fees', async () => {
  open([])
  await screen.findByText('No fees yet')
  expect(screen.queryByRole('searchbox', { name: 'Find a fee' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
})

it('labels the open total as its column, as it includes fees due later', async () => {
  open([fee()])
  const name = await screen.findByText('Still owed', { selector: 'dt' })
  expect(name.nextElementSibling).toHaveTextContent('$100.00')
})

it('shows a team column when fees are of several teams', async () => {
  open([fee('danley'), fee('roshon', { orgUnitId: organizationId })])
  const table = within(await screen.findByRole('table', { name: 'Fees' }))
  expect(table.getByRole('columnheader', { name: 'Team' })).toBeVisible()
  expect(table.getByText('U12 Falcons')).toBeVisible()
  expect(table.getByText('Whole club')).toBeVisible()
})

it.each([
  ['a registrations manager to the registered player', ['canEditFees', 'canManageRegistration'], 'admin'],
  ['a treasurer to the player', ['canEditFees'], 'treasurer'],
  ['a coach of a team to nothing, as they may open neither', [], 'team'],
] as const)('an opened fee links %s', async (_, rights, who) => {
  const registration = { id: `${teamId}.r0000000000a`, name: 'Fall season', type: 'TEAM' as const }
  const teams = [{ id: teamId, name: 'U12 Falcons', permissions: [] }]
  const { user } = open([fee()], '', {
    'GET /rest-api/fee/details/{feePlayerId}': details({ registration }),
    ...(who !== 'team' && { 'GET /api/v1/playersAndTeams': adminOf([...rights], teams) }),
  })
  await user.click(await screen.findByRole('button', { name: /^Show Danley/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Spring season' }))
  await dialog.findByText('Fall season')
  expect(dialog.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    ...(who === 'team' ? [] : [`/dashboard/player/${person('danley').id}`]),
    ...(who === 'admin' ? [`/${organizationId}/${teamId}/team-registration/${registration.id}?step=track`] : []),
  ])
})
