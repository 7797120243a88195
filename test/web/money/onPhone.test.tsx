import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import { standInServer } from '../fakeServer.tsx'
import { adminOf, organizationId, person, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { fee } from './fees.ts'

const server = standInServer()
const SEARCH = 'GET /rest-api/fee/search/{orgUnitId}'

function open() {
  const totals = { dueInCents: 5000, paidInCents: 5000, lateInCents: 0, comingInCents: 0 }
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canEditFees', 'canEditBilling']),
    [SEARCH]: {
      fees: [fee('danley'), fee('roshon', { status: 'PAID', outstandingInCents: 0, paidInCents: 5000 })],
      cursor: null,
    },
    'GET /rest-api/fee/totals/{orgUnitId}': { totals, months: [] },
    'GET /rest-api/fee/players/{orgUnitId}': { players: [{ ...person('danley'), teamIds: [teamId], tags: [] }] },
    'GET /rest-api/fee/payouts/{orgId}': { payouts: [] },
  })
  return showInShell(<PaymentsScreen />, {
    path: '/:orgId/payments',
    at: `/${organizationId}/payments`,
    width: 'phone',
  })
}

it('collapses the filters under a summary that says which are set', async () => {
  const { user } = open()
  const filters = (await screen.findByText('Filter')).closest('details') as HTMLElement
  expect(filters).not.toHaveAttribute('open')
  expect(screen.getByRole('searchbox', { name: 'Search fees' })).toBeVisible()
  await user.click(screen.getByText('Filter'))
  await user.selectOptions(within(filters).getByRole('combobox', { name: 'Status' }), 'Late')
  expect(await screen.findByText('Filter: Late')).toBeVisible()
  expect(server.asked(SEARCH).at(-1)?.query).toEqual({ status: 'LATE' })
})

it('has what is rarely needed in a menu', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Actions for Payments' }))
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Payouts and ledger',
    'Automatic reminders',
    'Payment processors',
  ])
  await user.click(items[0] as HTMLElement)
  expect(await screen.findByRole('dialog', { name: 'Payouts and ledger' })).toBeVisible()
})

it('shows what is still owed only on fees of which something is', async () => {
  open()
  const [due, settled] = await screen.findAllByRole('listitem')
  expect(within(due as HTMLElement).getByText('Still owed')).toBeVisible()
  expect(within(settled as HTMLElement).getByText('Paid')).toBeVisible()
  expect(within(settled as HTMLElement).queryByText('Still owed')).toBeNull()
})
