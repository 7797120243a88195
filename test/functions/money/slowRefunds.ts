import { refunds } from '#functions/table/payments.ts'
import { call } from '../call.ts'
import type { Club } from '../club.ts'
import { aClubWithFee, feeDetails } from './charging.ts'
import {
  acceptCards,
  cards,
  controlStripe,
  deliverStripeEvent,
  eventsOf,
  familyLink,
  paymentAt,
  payOnPage,
  postWebhook,
  returnFromPage,
  start,
  stripeApi,
} from './online.ts'

type Refund = { id: string; charge: string; status: string }

/** Mia's $50, paid online with a card whose refunds are slow. */
export async function paidSlowly() {
  const { club, feePlayerId } = await aClubWithFee()
  const { paymentAccountId, stripeAccount } = await acceptCards(club)
  const payId = await familyLink(club)
  const { body } = await start({ payId, paymentAccountId, feePlayerIds: [feePlayerId], total: 5234 })
  const paymentId = paymentAt(await payOnPage(body.url, cards.slowRefund))
  await returnFromPage(payId, paymentId)
  return { club, feePlayerId, paymentId, stripeAccount }
}
export type SlowPayment = Awaited<ReturnType<typeof paidSlowly>>

export const requestRefund = ({ club, feePlayerId, paymentId }: SlowPayment, amountInCents = 5000) =>
  call('POST /rest-api/fee/refund/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { refundId: 'refund-1', paymentId, amountInCents, as: 'waived', withFee: false },
  })
export const repeatRefund = ({ club, feePlayerId, paymentId }: SlowPayment, method: 'AGAIN' | 'CASH') =>
  call('POST /rest-api/fee/refund-again/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { paymentId, how: method },
  })
export const atStripe = async ({ stripeAccount }: SlowPayment) =>
  (await stripeApi<{ data: Refund[] }>('GET', 'refunds', { limit: '100' }, stripeAccount)).data
export const statesOf = async ({ paymentId }: SlowPayment) =>
  (await refunds.of({ paymentId })).map(({ state }) => state)
/** State and amount of each refund of a payment. */
export const refundStates = async (paymentId: string) =>
  (await refunds.of({ paymentId })).map(({ state, cents }) => [state, cents])
export const endRefund = async ({ stripeAccount }: SlowPayment, refund: string, hasArrived: boolean) =>
  controlStripe('end-refund', { account: stripeAccount, refund, reached: hasArrived })
/** Processes all of Stripe's refund events, twice and newest first. */
export async function deliverAllRefundEvents({ stripeAccount }: SlowPayment) {
  const refundEvents = (await eventsOf(stripeAccount)).filter(({ type }) => type.startsWith('refund.'))
  for (const event of refundEvents) await postWebhook(event)
  for (const { id } of [...refundEvents, ...refundEvents]) await deliverStripeEvent(stripeAccount, id)
}
export const shownPayment = async (club: Club, feePlayerId: string) => {
  const [payment] = (await feeDetails(club, feePlayerId)).payments
  return [payment?.onItsWayInCents, payment?.refusedInCents, payment?.givenBackInCents]
}
