import { expect, it } from 'vitest'
import { sayIn } from '#functions/mail/say.ts'
import { writers } from '#functions/money/mailWriters.ts'
import { endPayment, settle } from '#functions/money/pay/settle.ts'
import { outbox } from '#functions/table/outbox.ts'
import { paymentAccounts } from '#functions/table/paymentAccounts.ts'
import { payments } from '#functions/table/payments.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { update } from '#functions/table/table.ts'
import { call } from '../call.ts'
import { stamp } from '../club.ts'
import { balancesOf, feeNow } from './charging.ts'
import {
  controlStripe,
  deliverRefunds,
  deliverStripeEvent,
  postWebhook,
  returnFromPage,
  start,
  stripeApi,
} from './online.ts'
import { takesPayPal } from './payingByPayPal.ts'
import { payOnline, readyToPay } from './readyToPay.ts'
import { repeatRefund, requestRefund, paidSlowly, statesOf } from './slowRefunds.ts'

process.env.SITE_URL = 'https://app.club.example'

/** A club has disconnected its Stripe account: no more events arrive about its pending payments. */

const leave = async ({ stripeAccount }: { stripeAccount: string }) => controlStripe('leave', { account: stripeAccount })
const at = (now: string) => ({ actor: 'money-sweep', at: now })

it('after a club disconnected Stripe, a refund is refused at once and can be given another way', async () => {
  const world = await paidSlowly()
  await leave(world)
  await requestRefund(world)
  await deliverRefunds(world.paymentId)
  expect(await statesOf(world)).toEqual(['refused'])
  expect((await repeatRefund(world, 'CASH')).status).toBe(200)
  expect((await balancesOf(world.club))['liabilities:credit']).toBeUndefined()
})

it('after a club disconnected Stripe, a refund that has been unanswered for a day is refused', async () => {
  const world = await paidSlowly()
  await leave(world)
  await requestRefund(world)
  await deliverRefunds(world.paymentId, '2026-11-23T18:00:00Z')
  expect(await statesOf(world)).toEqual(['refused'])
})

it('after a club disconnected Stripe, a refund already in progress stays so and does not become credit', async () => {
  const world = await paidSlowly()
  await requestRefund(world)
  await deliverRefunds(world.paymentId)
  await leave(world)
  await deliverRefunds(world.paymentId, '2026-11-23T18:00:00Z')
  expect(await statesOf(world)).toEqual(['processing'])
})

it('an open payment page of a disconnected account closes when the payment is replaced, with unknown outcome', async () => {
  const { club, account, payId, wanted, feePlayerId } = await readyToPay()
  const payPal = await takesPayPal(club)
  const begun = await payOnline(wanted)
  await leave(account)
  expect((await returnFromPage(payId, begun)).body).toMatchObject({ state: 'open', unsure: 'left' })
  const otherwise = { ...wanted, paymentAccountId: payPal }
  expect((await start(otherwise)).refusal.code).toBe('being_paid')
  expect((await start({ ...otherwise, instead: true })).status).toBe(200)
  expect((await returnFromPage(payId, begun)).body).toMatchObject({ state: 'closed', unsure: 'left', isRefused: false })
  expect((await feeNow(feePlayerId))?.paying).not.toBe(begun)
})

it('an open payment page of a disconnected account closes when it expires', async () => {
  const { account, wanted, feePlayerId } = await readyToPay()
  const begun = await payOnline(wanted)
  await leave(account)
  expect((await settle(at('2026-11-21T18:20:00Z'), begun))?.state).toBe('open')
  expect((await settle(at('2026-11-21T18:40:00Z'), begun))?.state).toBe('closed')
  expect((await feeNow(feePlayerId))?.paying).toBeUndefined()
})

it('a pending bank payment of a disconnected account closes after its term, and the payer is mailed', async () => {
  const { club, account, wanted, feePlayerId } = await readyToPay()
  const begun = await payOnline(wanted)
  const intents = await stripeApi<{ data: { id: string }[] }>('GET', 'payment_intents', {}, account.stripeAccount)
  const intent = intents.data[0]?.id
  await controlStripe('bank', { account: account.stripeAccount, intent, status: 'processing' })
  expect((await settle(at('2026-11-21T18:20:00Z'), begun))?.state).toBe('processing')
  await leave(account)
  for (const now of ['2026-11-21T18:40:00Z', '2026-11-30T18:00:00Z'])
    expect((await endPayment(at(now), begun))?.state).toBe('processing')
  expect((await settle(at('2026-12-02T18:00:00Z'), begun))?.state).toBe('closed')
  expect((await feeNow(feePlayerId))?.status).toBeUndefined()
  expect(await outbox.get({ mailId: `not-come.${begun}` }, { consistent: true })).toMatchObject({ letter: 'notCome' })
  const to = { userId: club.user('parent'), email: 'p@example.org' }
  const message = await writers.notCome({ paymentId: begun }, { to, now: at('').at, say: sayIn('en') })
  expect(message?.closing).toBe('Check with your bank, and ask the club before you pay again.')
})

it('a paid payment of a disconnected account stops waiting for Stripe’s fee', async () => {
  const { account, payId, wanted } = await readyToPay()
  const begun = await payOnline(wanted)
  await returnFromPage(payId, begun)
  const waits = { taken: undefined, waitsSince: '2026-11-21T18:00:00Z' }
  await update(stamp, payments.change({ paymentId: begun }, { set: waits }))
  await leave(account)
  const after = await settle(at('2026-11-21T18:40:00Z'), begun)
  expect([after?.state, after?.waitsSince, after?.unseen]).toEqual(['paid', undefined, undefined])
})

it('a disconnected account rejects saving a card, with or without a payment, and leaves nothing open', async () => {
  const { club, account, wanted, feePlayerId } = await readyToPay()
  await leave(account)
  expect((await start({ ...wanted, save: true })).refusal.code).toBe('payments_off')
  expect((await feeNow(feePlayerId))?.paying).toBeUndefined()
  const mine = { as: club.user('parent'), orgId: club.organizationId, body: { attempt: 'attempt-1' } }
  expect((await call('POST /rest-api/fee/cards/{orgId}', mine)).refusal.code).toBe('payments_off')
})

it('an account is disabled by Stripe’s deauthorization event, even though it can no longer be read', async () => {
  const { club, account } = await readyToPay()
  const { paymentAccountId, stripeAccount } = account
  await leave(account)
  const event = { type: 'account.application.deauthorized', account: stripeAccount }
  const told = { ...event, id: 'evt_left', data: { object: { id: 'ca_local', object: 'application' } } }
  expect((await postWebhook(told)).status).toBe(200)
  const id = { provider: 'stripe', account: stripeAccount, eventId: told.id } as const
  expect(await providerEvents.get(id, { consistent: true })).toBeDefined()
  await deliverStripeEvent(stripeAccount, told.id)
  const off = { chargesEnabled: false, payoutsEnabled: false, missing: ['disconnected'] }
  expect(await paymentAccounts.get({ paymentAccountId }, { consistent: true })).toMatchObject(off)
  const asking = { as: club.user('admin'), body: { paymentAccountId } }
  expect((await call('POST /rest-api/fee/payment-accounts/standing', asking)).body).toEqual(off)
  const onboarding = { ...asking, body: { paymentAccountId, stripeAccountId: stripeAccount, returnPath: '/x' } }
  expect((await call('POST /rest-api/fee/payment-accounts/onboarding', onboarding)).refusal.code).toBe('payments_off')
})
