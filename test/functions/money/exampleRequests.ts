import { feePayments, fees } from '#functions/table/fees.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { payLinks, payments } from '#functions/table/payments.ts'
import { update, write } from '#functions/table/table.ts'
import { kindOf, lastPart } from '#shared/ids.ts'
import { type Club, newPart, stamp } from '../club.ts'
import { accountOf, anAccount, chargedFee, feesOf, openFees, rate, revisionOf, unpaidFees } from './openFees.ts'
import { signatureOf, stripeApi } from './online.ts'
import { signedByPayPal } from './payingByPayPal.ts'
import { stripeKeys } from '#scripts/local/services/external.ts'
import type { Requests } from '../exampleRequests.ts'

/** Valid requests to the routes of fees and of paying online, for the tests that go through all routes. */

const payIdOf = ({ organizationId }: Club): string => lastPart(organizationId).padEnd(32, 'p')
const cardAccountOf = ({ organizationId }: Club): string => `${organizationId}.a${'1'.repeat(11)}`
const paymentOf = ({ organizationId }: Club): string => `${organizationId}.y${'1'.repeat(11)}`

/** A Stripe account that takes payments, a payment link for Mia's fee, and $10 paid online on each fee. */
async function online(_as: string, club: Club) {
  const [paymentAccountId, paymentId, payId] = [cardAccountOf(club), paymentOf(club), payIdOf(club)]
  const { id: providerAccountId } = await stripeApi<{ id: string }>('POST', 'accounts', { country: 'US' })
  const account = { provider: 'STRIPE', perMille: 0, cents: 0, active: true, chargesEnabled: true } as const
  const [mia = ''] = feesOf(club)
  const { organizationId } = club
  const link = {
    payId,
    organizationId,
    playerFeeIds: [mia],
    about: mia,
    madeAt: stamp.at,
    ends: '2027-01-01T00:00:00Z',
  }
  const payment = { paymentAccountId, provider: 'STRIPE' as const, state: 'paid' as const, parts: [], amount: 1000 }
  const cardFields = { how: 'CARD' as const, paidAt: stamp.at }
  const paid = {
    ...payment,
    ...cardFields,
    surcharge: 0,
    platformCents: 0,
    taken: 0,
    payId,
    ends: stamp.at,
    returned: 0,
  }
  const set = {
    name: 'Season',
    dueOn: '2026-12-01',
    firstName: 'Mia',
    lastName: 'Moreno',
    state: 'open',
    absorbs: true,
  } as const
  await write(
    stamp,
    paymentAccounts.upsert({ paymentAccountId }, { set: { ...account, paymentAccountId, providerAccountId } }),
    payLinks.upsert({ payId }, { set: { ...link, revokedAt: undefined } }),
    payments.upsert({ paymentId }, { set: { ...paid, paymentId } }),
    ...feesOf(club).flatMap((playerFeeId) => {
      const feeSums = { amount: 5000, paid: 1000, waived: 0, playerFeeId, paying: undefined } as never as {
        amount: number
      }
      const part = { cents: 1000, givenBack: 0, how: 'CARD', paidAt: stamp.at, playerFeeId, paymentId } as const
      return [
        fees.upsert({ playerFeeId }, { set: { ...set, ...feeSums } }),
        feePayments.upsert({ playerFeeId, paymentId }, { set: part }),
      ]
    }),
  )
}

const manualPaymentId = ({ organizationId }: Club): string => `${organizationId}.y${'2'.repeat(11)}`
/** Like `online`, with a payment whose card was entered on the product's own page and charged. */
async function manualPayment(as: string, club: Club) {
  await online(as, club)
  const from = {
    paymentAccountId: cardAccountOf(club),
    provider: 'FLUIDPAY',
    token: 'tok-4242-1',
    state: 'paid',
  } as const
  const paid = {
    amount: 1000,
    surcharge: 0,
    platformCents: 0,
    taken: 0,
    payId: payIdOf(club),
    ends: stamp.at,
    returned: 0,
  }
  const paymentId = manualPaymentId(club)
  await update(stamp, payments.upsert({ paymentId }, { set: { ...from, ...paid, parts: [], paymentId } }))
}

const returnedPaymentId = ({ organizationId }: Club): string => `${organizationId}.y${'3'.repeat(11)}`
/** Like `online`, with a payment of all fees that the bank is known to have charged back. */
async function returnedPayment(as: string, club: Club) {
  await online(as, club)
  const paymentId = returnedPaymentId(club)
  const parts = feesOf(club).map((playerFeeId) => ({ playerFeeId, name: 'Season', cents: 1000 }))
  const from = { paymentAccountId: cardAccountOf(club), provider: 'FLUIDPAY', state: 'paid', isLost: true } as const
  const paid = { parts, amount: 3000, surcharge: 0, platformCents: 0, taken: 0, ends: stamp.at, returned: 0 }
  await update(stamp, payments.upsert({ paymentId }, { set: { ...from, ...paid, paymentId } }))
}

const keyedAccountOf = ({ organizationId }: Club): string => `${organizationId}.a${'3'.repeat(11)}`
/** A FluidPay account. */
async function keyedAccount(_as: string, club: Club) {
  const paymentAccountId = keyedAccountOf(club)
  const set = { paymentAccountId, provider: 'FLUIDPAY', perMille: 0, cents: 0, active: true } as const
  await update(stamp, paymentAccounts.upsert({ paymentAccountId }, { set }))
}

const prepared: Requests['prepared'] = {
  'POST /rest-api/fee/payment-accounts/paypal': anAccount,
  'POST /rest-api/fee/payment-accounts/update': anAccount,
  'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}': anAccount,
  'GET /rest-api/fee/details/{feePlayerId}': openFees,
  'GET /rest-api/fee/payers/{feePlayerId}': openFees,
  'POST /rest-api/fee/split/{feePlayerId}': openFees,
  'PUT /rest-api/fee/update/{feePlayerId}': openFees,
  'DELETE /rest-api/fee/delete/{feePlayerId}': unpaidFees,
  'POST /rest-api/fee/cancel/{feePlayerId}': openFees,
  'POST /rest-api/fee/manual-payment/{feePlayerId}': openFees,
  'POST /rest-api/fee/undo-payment/{feePlayerId}': openFees,
  'POST /rest-api/fee/write-off/{feePlayerId}': openFees,
  'POST /rest-api/fee/remind/{feePlayerId}': openFees,
  'POST /rest-api/fee/pay-link/{feePlayerId}': online,
  'DELETE /rest-api/fee/pay-link/{feePlayerId}': online,
  'GET /rest-api/pay/{payId}': online,
  'GET /rest-api/fee/receipt/{feePlayerId}': online,
  'GET /rest-api/pay/{payId}/receipt': online,
  'POST /rest-api/pay/{payId}/start': online,
  'POST /rest-api/pay/{payId}/back': online,
  'POST /rest-api/pay/{payId}/card': manualPayment,
  'POST /rest-api/fee/refund/{feePlayerId}': online,
  'POST /rest-api/fee/refund-again/{feePlayerId}': online,
  'POST /rest-api/fee/payment-accounts/keys': keyedAccount,
  'POST /rest-api/fee/chargeback/{feePlayerId}': returnedPayment,
  'POST /rest-api/fee/cards/{orgId}': online,
  'POST /rest-api/fee/payment-accounts/provider-account': online,
  'POST /rest-api/fee/payment-accounts/onboarding': online,
  'POST /rest-api/fee/payment-accounts/standing': online,
}

const queries: Requests['queries'] = {
  'GET /rest-api/fee/ledger/{orgId}': { from: '2026-01-01', to: '2026-12-31' },
  'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}': { active: 'false' },
  'GET /rest-api/fee/receipt/{feePlayerId}': (club) => ({ paymentId: paymentOf(club) }),
  'GET /rest-api/pay/{payId}/receipt': (club) => ({ paymentId: paymentOf(club) }),
}

const bodies: Requests['bodies'] = {
  'PUT /rest-api/fee/update/{feePlayerId}': async (_club, { feePlayerId = '' }) => ({
    ...chargedFee,
    // Only fees have a revision to read.
    revision: kindOf(feePlayerId) === 'playerFee' ? await revisionOf(feePlayerId) : 1,
  }),
  'POST /rest-api/fee/split/{feePlayerId}': async (_club, { feePlayerId = '' }) => ({
    homes: null,
    all: false,
    revision: kindOf(feePlayerId) === 'playerFee' ? await revisionOf(feePlayerId) : 1,
  }),
  'POST /rest-api/fee/create': (club) =>
    Promise.resolve({ ...chargedFee, feeId: `${club.falcons.teamId}.${newPart('d')}`, playerIds: [club.leo.playerId] }),
  'POST /rest-api/fee/payment-accounts/create': (club) =>
    Promise.resolve({
      ...rate,
      paymentAccountId: `${club.organizationId}.${newPart('a')}`,
      paymentProviderName: 'PAYPAL',
    }),
  'POST /rest-api/fee/payment-accounts/paypal': (club) =>
    Promise.resolve({ paymentAccountId: accountOf(club), email: 'money@club.example' }),
  'POST /rest-api/fee/payment-accounts/update': (club) =>
    Promise.resolve({ ...rate, paymentAccountId: accountOf(club) }),
  'POST /rest-api/fee/cancel/{feePlayerId}': { paid: 'refund' },
  'POST /rest-api/fee/manual-payment/{feePlayerId}': () =>
    Promise.resolve({ paymentId: `payment-${newPart('x')}`, amountInCents: 100, how: 'CASH' }),
  'POST /rest-api/fee/undo-payment/{feePlayerId}': { paymentId: 'payment-1' },
  'POST /rest-api/fee/write-off/{feePlayerId}': async (_club, { feePlayerId = '' }) => ({
    as: 'waived',
    revision: kindOf(feePlayerId) === 'playerFee' ? await revisionOf(feePlayerId) : 1,
  }),
  'PUT /rest-api/fee/reminders/{orgId}': async () => ({ days: [0, 7] }),
  'POST /rest-api/fee/payment-link': async ({ organizationId }) => ({ orgId: organizationId }),
  'POST /rest-api/pay/{payId}/start': async (club) => ({
    attempt: newPart('attempt'),
    feePlayerIds: feesOf(club).slice(0, 1),
    paymentAccountId: cardAccountOf(club),
    // The club absorbs the processing fees.
    totalInCents: 4000,
  }),
  'POST /rest-api/pay/{payId}/back': async (club) => ({ paymentId: paymentOf(club) }),
  'POST /rest-api/pay/{payId}/card': async (club) => ({ paymentId: manualPaymentId(club), token: 'tok-4242-1' }),
  'POST /rest-api/fee/refund/{feePlayerId}': async (club) => ({
    refundId: newPart('refund'),
    paymentId: paymentOf(club),
    amountInCents: 1,
    as: 'owed',
    withFee: false,
  }),
  'POST /rest-api/fee/chargeback/{feePlayerId}': async (club) => ({
    paymentId: returnedPaymentId(club),
    feeInCents: 0,
  }),
  'POST /rest-api/fee/cards/{orgId}': async () => ({ attempt: newPart('attempt') }),
  'POST /rest-api/fee/refund-again/{feePlayerId}': async (club) => ({ paymentId: paymentOf(club), how: 'AGAIN' }),
  'POST /rest-api/fee/payment-accounts/keys': async (club) => ({
    paymentAccountId: keyedAccountOf(club),
    fluidpayPublicKey: `pub_${'k'.repeat(27)}`,
    fluidpayPrivateKey: `api_${'k'.repeat(27)}`,
  }),
  'POST /rest-api/fee/payment-accounts/provider-account': async (club) => ({ paymentAccountId: cardAccountOf(club) }),
  'POST /rest-api/fee/payment-accounts/onboarding': async (club) => {
    const paymentAccountId = cardAccountOf(club)
    const account = await paymentAccounts.get({ paymentAccountId }, { consistent: true })
    return { paymentAccountId, stripeAccountId: account?.providerAccountId ?? 'acct_none', returnPath: '/today' }
  },
  'POST /rest-api/fee/payment-accounts/standing': async (club) => ({ paymentAccountId: cardAccountOf(club) }),
}

/** Signed events of the providers. */
const event = JSON.stringify({ id: 'evt_1', type: 'ping', account: 'acct_1', data: { object: { id: 'none_1' } } })
const signatures: Requests['signed'] = {
  'POST /stripe/platform': { rawBody: event, headers: signatureOf(event, stripeKeys.platform) },
  'POST /paypal/events': await signedByPayPal({ id: 'WH-1', event_type: 'PING' }),
  'POST /stripe/connect': { rawBody: event, headers: signatureOf(event, stripeKeys.connect) },
}

export const exampleRequests: Requests = {
  params: (club) => ({
    feePlayerId: feesOf(club)[0] ?? '',
    paymentAccountId: accountOf(club),
    payId: payIdOf(club),
  }),
  queries,
  bodies,
  signed: signatures,
  prepared,
}
