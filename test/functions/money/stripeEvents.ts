import { expect } from 'vitest'
import { handler as heard } from '#functions/money/providerEventHandler.ts'
import { disputes, refunds } from '#functions/table/payments.ts'
import { payouts } from '#functions/table/payouts.ts'
import { providerEvents } from '#functions/table/providerEvents.ts'
import { call } from '../call.ts'
import { deliverTo } from '../workers.ts'
import { balancesOf, details, entriesOf, sumsOf } from './charging.ts'
import { cards, controlStripe, deliverRefunds, eventsOf, paymentNow, postWebhook, stripeApi } from './online.ts'
import { paid, readyToPay, total } from './readyToPay.ts'
import { refundStates } from './slowRefunds.ts'

type World = Awaited<ReturnType<typeof aPayment>>
export async function aPayment(card = cards.good) {
  const ready = await readyToPay()
  const paymentId = await paid(ready.wanted, card)
  const { stripeAccount, paymentAccountId } = ready.account
  return { ...ready, paymentId, stripeAccount, paymentAccountId }
}
/** Stripe's events of these types are received in order; returns a function that processes each as its own message. */
export async function receiveStripeEvents({ stripeAccount }: Pick<World, 'stripeAccount'>, ofType: RegExp) {
  const events = (await eventsOf(stripeAccount)).filter(({ type }) => ofType.test(type)).toReversed()
  for (const event of events) expect((await postWebhook(event)).status).toBe(200)
  if (events.length === 0) throw new Error('No event was sent.')
  const keys = events.map(({ id: eventId }) =>
    providerEvents.key({ provider: 'stripe', account: stripeAccount, eventId }),
  )
  return async () => {
    for (const key of keys) await deliverTo(heard, key)
  }
}
export const deliverStripeEvents = async (world: World, ofType = /^(checkout|payment_intent)/) =>
  (await receiveStripeEvents(world, ofType))()
/** Triggers something and processes its events, only once however often this is called. */
export function once(happens: () => Promise<() => Promise<unknown>>): () => Promise<unknown> {
  let heard: Promise<unknown> | undefined
  return () => (heard ??= happens().then((hears) => hears()))
}
/** The newest object of a kind on an account. */
export const newest = async ({ stripeAccount }: World, path: string) => {
  const { data } = await stripeApi<{ data: { id: string; latest_charge?: string }[] }>('GET', path, {}, stripeAccount)
  return data[0]
}
/** The books after Mia's $50 were paid by card: $1.82 and 52 cents of the $52.34 are deducted. */
export const asPaid = {
  'assets:clearing:stripe': 5000,
  'income:fees': -5000,
  'income:surcharge': -234,
  'expenses:processor': 182,
  'expenses:platform': 52,
}
export const booksOf = async ({ club }: World) => ({
  balances: await balancesOf(club),
  entries: (await entriesOf(club)).length,
})

export async function isPaid(world: World) {
  expect((await paymentNow(world.paymentId))?.state).toBe('paid')
  // Three entries: the charge, the payment, and the fees deducted.
  expect(await booksOf(world)).toEqual({ balances: asPaid, entries: 3 })
  expect(await sumsOf(world.club)).toEqual([['2026-12-01', 5000, 5000, 0]])
}

export async function aPayout(more: { byHand?: true } = {}) {
  const world = await aPayment()
  await deliverStripeEvents(world)
  const payout = await controlStripe<{ id: string }>('payout', { account: world.stripeAccount, ...more })
  const listed = () => payouts.of(world.club.organizationId)
  return { ...world, payout: payout.id, listed }
}

export async function aDispute() {
  const world = await aPayment(cards.disputed)
  await deliverStripeEvents(world)
  const dispute = (await newest(world, 'disputes'))?.id
  const close = (won: boolean) => controlStripe('close-dispute', { account: world.stripeAccount, dispute, won })
  const shown = async () => {
    const { status, payments } = await details(world.club, world.feePlayerId)
    const rows = await disputes.of(world)
    return [status, payments[0]?.takenByBankInCents, rows.map((each) => [each.status, each.withdrawn, each.fee])]
  }
  return { ...world, close, shown }
}
export const lost = {
  'assets:clearing:stripe': 5000 - total - 1500,
  'assets:receivable': 5000,
  'income:fees': -5000,
  'income:surcharge': -234,
  'expenses:processor': 182,
  'expenses:platform': 52,
  'expenses:disputes': 1500 + 234,
}

export async function aRefund(card = cards.good) {
  const world = await aPayment(card)
  await deliverStripeEvents(world)
  const { club, feePlayerId, paymentId } = world
  const body = { refundId: 'refund-1', paymentId, amountInCents: 5000, as: 'waived', withFee: false } as const
  await call('POST /rest-api/fee/refund/{feePlayerId}', { as: club.user('admin'), feePlayerId, body })
  await deliverRefunds(paymentId)
  const [refund] = await refunds.of({ paymentId })
  const end = (reached: boolean) =>
    controlStripe('end-refund', { account: world.stripeAccount, refund: refund?.providerRefundId, reached })

  return { ...world, end, standing: () => refundStates(paymentId) }
}
