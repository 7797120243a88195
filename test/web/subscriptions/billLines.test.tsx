import { render, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import BillingScreen from '#web/subscriptions/BillingScreen.tsx'
import { OrderSum } from '#web/subscriptions/OrderSum.tsx'
import { standInServer } from '../fakeServer.tsx'
import { adminOf, organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'

/** Lines of a bill may have equal descriptions. */

const server = standInServer()
function faults() {
  const loud = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => loud.mockRestore())
  return () => loud.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('same key'))
}

it('shows each line of the amount due for a renewal, and none that has gone', () => {
  const found = faults()
  const share = (amount: number) => ({ description: 'Share of families’ payments, 2026-11', amount })
  const price = { id: 'price_m', product: 'prod_1', unitAmountDecimal: '799' }
  const sum = (waiting: { description: string; amount: number }[]) => (
    <OrderSum
      plan="monthly"
      price={price}
      teams={1}
      trialEnd={undefined}
      today="2026-12-01"
      promotion={undefined}
      extraLines={waiting}
    />
  )
  const { rerender } = render(sum([share(345), share(120)]))
  rerender(sum([share(120)]))
  expect(screen.queryByText('$3.45')).toBeNull()
  expect(screen.getByText('$1.20')).toBeDefined()
  expect(found()).toEqual([])
})

it('shows each line of the next bill', async () => {
  const found = faults()
  const line = (amount: number) => ({ description: 'Team license', amount })
  server.answers({
    'GET /api/v1/playersAndTeams': adminOf(['canEditBilling']),
    'GET /rest-api/organization/billing/{orgId}': {
      customer: null,
      organization: {
        id: organizationId,
        name: 'Riverside FC',
        limitedFunctionality: false,
        licenseSubscriptions: [],
        subscriptionId: null,
      },
      state: 'ACTIVE',
      graceUntil: null,
      invoices: [],
      waiting: [],
      subscriptions: [],
      paymentMethods: [],
    },
    'GET /rest-api/payments/upcoming/invoices/{orgId}': {
      invoice: {
        on: '2027-01-01T12:00:00.000Z',
        lines: [line(345), line(120)],
        subtotal: 465,
        discount: 0,
        total: 465,
      },
    },
    'GET /rest-api/payments/teams/{orgId}': { given: 1, used: 1, paid: null, teams: [], seats: [] },
  })
  showInShell(<BillingScreen />, { path: '/:orgId/billing', at: `/${organizationId}/billing` })
  expect(await screen.findByText('$3.45')).toBeVisible()
  expect(screen.getByText('$1.20')).toBeVisible()
  expect(found()).toEqual([])
})
