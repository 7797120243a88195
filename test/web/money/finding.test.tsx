import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import { type Answering, standInServer } from '../answering.tsx'
import { adminOf, organizationId, person, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { details, fee, treasurer } from './fees.ts'

const server = standInServer()
const SEARCH = 'GET /rest-api/fee/search/{orgUnitId}'

/** What is owed to a team, each by whom. */
function open(fees: ReturnType<typeof fee>[], query = '', more: Answering = {}) {
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
  ['their name', [fee('kovar')], 'Matěj Kovář'],
  ['that it is one player', [], 'This player'],
] as const)('of who has left the team since says whose fees are shown: %s', async (_, fees, name) => {
  const { user } = open([...fees], `?player=${person('kovar').id}`)
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Player' })).toHaveDisplayValue(name))
  expect(server.asked(SEARCH).at(-1)?.query).toEqual({ playerId: person('kovar').id })
  // With all chosen, all are shown.
  await user.selectOptions(screen.getByRole('combobox', { name: 'Player' }), 'All players')
  await waitFor(() => expect(server.asked(SEARCH).at(-1)?.query).toEqual({}))
})

it('leads who keeps the club’s rosters from a fee to whose it is', async () => {
  const link = () => screen.queryByRole('link', { name: /Danley Jean Jacques$/ })
  const { unmount } = open([fee()])
  await screen.findByText('Danley Jean Jacques')
  expect(link()).toBeNull()
  unmount()
  const teams = [{ id: teamId, name: 'U12 Falcons', permissions: [] }]
  open([fee()], '', { 'GET /api/v1/playersAndTeams': adminOf(['canEditFees', 'canEditPlayers'], teams) })
  await waitFor(() => expect(link()).toHaveAttribute('href', `/dashboard/player/${person('danley').id}`))
})

it('finds by what a fee is for, once that is typed, and saves the same as a table', async () => {
  const EXPORT = 'GET /rest-api/fee/export/{orgUnitId}'
  const { user } = open([fee()], '', { [EXPORT]: new File(['Fee'], 'fees.csv') })
  await screen.findByRole('table', { name: 'Fees' })
  await user.type(screen.getByRole('searchbox', { name: 'Search fees' }), ' kit')
  await waitFor(() => expect(server.asked(SEARCH).at(-1)?.query).toEqual({ filter: 'kit' }))
  expect(server.asked(SEARCH)).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(server.asked(EXPORT).map(({ query }) => query)).toEqual([{ filter: 'kit' }]))
})

it('asks for no filters where there is no fee at all', async () => {
  open([])
  await screen.findByText('No fees yet')
  expect(screen.queryByRole('searchbox', { name: 'Find a fee' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
})

it('calls what is open in all as the column whose sum it is: what falls due in spring is in it, too', async () => {
  open([fee()])
  const name = await screen.findByText('Still owed', { selector: 'dt' })
  expect(name.nextElementSibling).toHaveTextContent('$100.00')
})

it('names the team of each fee where they are not all of the one that is looked at', async () => {
  open([fee('danley'), fee('roshon', { orgUnitId: organizationId })])
  const table = within(await screen.findByRole('table', { name: 'Fees' }))
  expect(table.getByRole('columnheader', { name: 'Team' })).toBeVisible()
  expect(table.getByText('U12 Falcons')).toBeVisible()
  expect(table.getByText('Whole club')).toBeVisible()
})

it.each([
  ['who runs registrations to who has registered', ['canEditFees', 'canManageRegistration'], 'admin'],
  ['who keeps its fees alone to whose it is', ['canEditFees'], 'treasurer'],
  ['nobody of a team, who may not open them', [], 'team'],
] as const)('a fee that is opened leads %s', async (_, rights, who) => {
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
