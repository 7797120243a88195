import { expect } from 'vitest'
import { handler as providerEventHandler } from '#functions/money/providerEventHandler.ts'
import { disputes, refunds } from '#functions/table/payments.ts'
import { payouts } from '#functions/table/payouts.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { call } from '../call.ts'
import { deliverTo } from '../workers.ts'
import { balancesOf, feeDetails, entriesOf, sumsOf } from './charging.ts'
import { cards, controlStripe, deliverRefunds, eventsOf, paymentNow, postWebhook, stripeApi } from './online.ts'
import { payOnline, readyToPay, total } from './readyToPay.ts'
import { refundStates } from './slowRefunds.ts'

type PaymentScene = Awaited<ReturnType<typeof aPayment>>
export async function aPayment(card = cards.good) {
  const payable = await readyToPay()
  const paymentId = await payOnline(payable.wanted, card)
  const { stripeAccount, paymentAccountId } = payable.account
  return { ...payable, paymentId, stripeAccount, paymentAccountId }
}
/** Stripe's events of these types are received in order; returns a function that processes each as its own message. */
export async function receiveStripeEvents({ stripeAccount }: Pick<PaymentScene, 'stripeAccount'>, ofType: RegExp) {
  const events = (await eventsOf(stripeAccount)).filter(({ type }) => ofType.test(type)).toReversed()
  for (const event of events) expect((await postWebhook(event)).status).toBe(200)
  if (events.length === 0) throw new Error('No event was sent.')
  const keys = events.map(({ id: eventId }) =>
    providerEvents.key({ provider: 'stripe', account: stripeAccount, eventId }),
  )
  return async () => {
    for (const key of keys) await deliverTo(providerEventHandler, key)
  }
}
export const deliverStripeEvents = async (scene: PaymentScene, ofType = /^(checkout|payment_intent)/) =>
  (await receiveStripeEvents(scene, ofType))()
/** Triggers something and processes its events, only once however often this is called. */
export function doOnce(prepare: () => Promise<() => Promise<unknown>>): () => Promise<unknown> {
  let result: Promise<unknown> | undefined
  return () => (result ??= prepare().then((run) => run()))
}
/** The newest object of a kind on an account. */
export const newest = async ({ stripeAccount }: PaymentScene, path: string) => {
  const { data } = await stripeApi<{ data: { id: string; latest_charge?: string }[] }>('GET', path, {}, stripeAccount)
  return data[0]
}
/** The books after Mia's $50 were paid by card: $1.82 and 52 cents of the $52.34 are deducted. */
export const paidState = {
  'assets:clearing:stripe': 5000,
  'income:fees': -5000,
  'income:surcharge': -234,
  'expenses:processor': 182,
  'expenses:platform': 52,
}
export const booksOf = async ({ club }: PaymentScene) => ({
  balances: await balancesOf(club),
  entries: (await entriesOf(club)).length,
})

export async function isPaid(scene: PaymentScene) {
  expect((await paymentNow(scene.paymentId))?.state).toBe('paid')
  // Three entries: the charge, the payment, and the fees deducted.
  expect(await booksOf(scene)).toEqual({ balances: paidState, entries: 3 })
  expect(await sumsOf(scene.club)).toEqual([['2026-12-01', 5000, 5000, 0]])
}

export async function aPayout(options: { byHand?: true } = {}) {
  const scene = await aPayment()
  await deliverStripeEvents(scene)
  const payout = await controlStripe<{ id: string }>('payout', { account: scene.stripeAccount, ...options })
  const listPayouts = () => payouts.of(scene.club.organizationId)
  return { ...scene, payout: payout.id, listed: listPayouts }
}

export async function aDispute() {
  const scene = await aPayment(cards.disputed)
  await deliverStripeEvents(scene)
  const dispute = (await newest(scene, 'disputes'))?.id
  const close = (won: boolean) => controlStripe('close-dispute', { account: scene.stripeAccount, dispute, won })
  const shownDispute = async () => {
    const { status, payments } = await feeDetails(scene.club, scene.feePlayerId)
    const rows = await disputes.of(scene)
    return [status, payments[0]?.takenByBankInCents, rows.map((each) => [each.status, each.withdrawn, each.fee])]
  }
  return { ...scene, close, shown: shownDispute }
}
export const lostDispute = {
  'assets:clearing:stripe': 5000 - total - 1500,
  'assets:receivable': 5000,
  'income:fees': -5000,
  'income:surcharge': -234,
  'expenses:processor': 182,
  'expenses:platform': 52,
  'expenses:disputes': 1500 + 234,
}

export async function aRefund(card = cards.good) {
  const scene = await aPayment(card)
  await deliverStripeEvents(scene)
  const { club, feePlayerId, paymentId } = scene
  const body = { refundId: 'refund-1', paymentId, amountInCents: 5000, as: 'waived', withFee: false } as const
  await call('POST /rest-api/fee/refund/{feePlayerId}', { as: club.user('admin'), feePlayerId, body })
  await deliverRefunds(paymentId)
  const [refund] = await refunds.of({ paymentId })
  const end = (reached: boolean) =>
    controlStripe('end-refund', { account: scene.stripeAccount, refund: refund?.providerRefundId, reached })

  return { ...scene, end, standing: () => refundStates(paymentId) }
}
