import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import PaymentsScreen from '#web/money/PaymentsScreen.tsx'
import PayScreen from '#web/money/PayScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { organizationId, person, teamId } from '../people.ts'
import { showInShell } from '../settings/inShell.tsx'
import { details, fee, treasurer } from './fees.ts'
import { payId, view } from './payView.ts'

const server = standInServer()
const none = { dueInCents: 0, paidInCents: 0, lateInCents: 0, comingInCents: 0 }

/** The stored label, its text in the list of payments, and its text in the confirmation. */
it.each([
  ['us_bank_account', 'Bank account', 'your bank account'],
  ['cashapp', 'Cash App', 'Cash App'],
  ['some_new_pay', 'Online', 'your account'],
  ['visa •••• 4242', 'Card', 'Visa •••• 4242'],
])('names the payment method %s in words', async (label, listed, thanked) => {
  const payment = {
    ...{ paymentId: 'y1', amountInCents: 5000, givenBackInCents: 0, how: 'CARD' as const, note: label, dispute: null },
    ...{ paidAt: '2026-11-21T18:00:00Z', paidOn: '2026-11-21', onItsWayInCents: 0, refusedInCents: 0 },
    ...{ takenByBankInCents: 0, goneBackInCents: 0, chargebackByHand: false },
  }
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    'GET /rest-api/fee/search/{orgUnitId}': { fees: [fee()], cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': { totals: none, months: [] },
    'GET /rest-api/fee/players/{orgUnitId}': { players: [] },
    'GET /rest-api/fee/details/{feePlayerId}': details({ payments: [payment] }),
    'GET /rest-api/pay/{payId}': { ...view, fees: [] },
    'POST /rest-api/pay/{payId}/back': { state: 'paid', amountInCents: 5000, label, isRefused: false, card: null },
  })
  const at = `/${organizationId}/${teamId}/payments`
  const { user, unmount } = showInShell(<PaymentsScreen />, { path: '/:orgId/:teamId/payments', at })
  await user.click(await screen.findByRole('button', { name: /^Show Danley/ }))
  expect(await screen.findByText(`$50.00, ${listed}`)).toBeVisible()
  expect(screen.queryAllByText(new RegExp(label, 'i'))).toHaveLength(listed === 'Card' ? 1 : 0)
  unmount()
  history.replaceState(null, '', `/pay/${payId}?payment=o00000000001.y00000000001`)
  showScreen(<PayScreen />, { at: `/pay/${payId}`, path: '/pay/:payId' })
  expect(await screen.findByText(`Thank you. $50.00 has been paid with ${thanked}.`)).toBeVisible()
})

it('filters the fees by the player named in the address', async () => {
  const SEARCH = 'GET /rest-api/fee/search/{orgUnitId}'
  const { id } = person('danley')
  server.answers({
    'GET /api/v1/playersAndTeams': treasurer(),
    [SEARCH]: { fees: [fee()], cursor: null },
    'GET /rest-api/fee/totals/{orgUnitId}': { totals: none, months: [] },
    'GET /rest-api/fee/players/{orgUnitId}': { players: [] },
  })
  const at = `/${organizationId}/${teamId}/payments?player=${id}`
  showInShell(<PaymentsScreen />, { path: '/:orgId/:teamId/payments', at })
  await screen.findByRole('table', { name: 'Fees' })
  expect(server.asked(SEARCH).map(({ query }) => query)).toEqual([{ playerId: id }])
})
