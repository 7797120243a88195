import { refunds } from '#functions/table/payments.ts'
import { call } from '../call.ts'
import type { Club } from '../club.ts'
import { aClubWithFee, details } from './charging.ts'
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
export type Paid = Awaited<ReturnType<typeof paidSlowly>>

export const ask = ({ club, feePlayerId, paymentId }: Paid, amountInCents = 5000) =>
  call('POST /rest-api/fee/refund/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { refundId: 'refund-1', paymentId, amountInCents, as: 'waived', withFee: false },
  })
export const again = ({ club, feePlayerId, paymentId }: Paid, how: 'AGAIN' | 'CASH') =>
  call('POST /rest-api/fee/refund-again/{feePlayerId}', {
    as: club.user('admin'),
    feePlayerId,
    body: { paymentId, how },
  })
export const atStripe = async ({ stripeAccount }: Paid) =>
  (await stripeApi<{ data: Refund[] }>('GET', 'refunds', { limit: '100' }, stripeAccount)).data
export const statesOf = async ({ paymentId }: Paid) => (await refunds.of({ paymentId })).map(({ state }) => state)
/** State and amount of each refund of a payment. */
export const refundStates = async (paymentId: string) =>
  (await refunds.of({ paymentId })).map(({ state, cents }) => [state, cents])
export const endRefund = async ({ stripeAccount }: Paid, refund: string, reached: boolean) =>
  controlStripe('end-refund', { account: stripeAccount, refund, reached })
/** Processes all of Stripe's refund events, twice and newest first. */
export async function deliverAllRefundEvents({ stripeAccount }: Paid) {
  const told = (await eventsOf(stripeAccount)).filter(({ type }) => type.startsWith('refund.'))
  for (const event of told) await postWebhook(event)
  for (const { id } of [...told, ...told]) await deliverStripeEvent(stripeAccount, id)
}
export const shownOf = async (club: Club, feePlayerId: string) => {
  const [payment] = (await details(club, feePlayerId)).payments
  return [payment?.onItsWayInCents, payment?.refusedInCents, payment?.givenBackInCents]
}
