import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PayoutsDialog } from '#web/money/PayoutsDialog.tsx'
import { standInServer } from '../fakeServer.tsx'
import { organizationId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { treasurer } from './fees.ts'

const server = standInServer()
const payout = {
  ...{ amountInCents: 5000, arrivesOn: '2026-11-22', lines: 1 },
  ...{ isByHand: false, hasFailed: false, differences: [] },
}

it('shows payouts that the bank rejected, and those that were not reconciled', async () => {
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    'GET /rest-api/fee/payouts/{orgId}': {
      payouts: [
        { ...payout, payoutId: 'po_1', hasFailed: true },
        { ...payout, payoutId: 'po_2', lines: 0, isByHand: true },
      ],
    },
  })
  showInShell(<PayoutsDialog orgId={organizationId} opened close={() => undefined} />, {
    path: '/:orgId/payments',
    at: `/${organizationId}/payments`,
  })
  await screen.findByText('The bank rejected it: the money is back with the provider and will come with a later payout')
  // A payout requested by the club shows no reconciliation and no lines.
  expect(screen.getAllByText('Matches the books')).toHaveLength(1)
  expect(screen.getAllByText(/ lines?$/)).toHaveLength(1)
  expect(screen.getByText(/^Requested by the club itself: the provider/)).toBeDefined()
})
