import { undefinedIfGone } from './stripeCalls.ts'
import { stripeClient } from './stripeClient.ts'

/** What is known only from events: payments and our own refunds are looked up anyway. Stripe allows twenty types in a list. */
const types = [
  'account.updated',
  'capability.updated',
  'charge.dispute.closed',
  'charge.dispute.created',
  'charge.dispute.funds_reinstated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.updated',
  'checkout.session.completed',
  'payout.failed',
  'payout.paid',
  'payout.reconciliation_completed',
  'refund.created',
  'refund.failed',
  'refund.updated',
]
const max = 10_000

/** The events of a club's account since an instant, oldest first; undefined if the club has disconnected. */
export async function listEventsSince(account: string, since: string) {
  const client = await stripeClient()
  const wanted = { types, created: { gte: Math.floor(Date.parse(since) / 1000) }, limit: 100 }
  const listed = client.events.list(wanted, { stripeAccount: account }).autoPagingToArray({ limit: max })
  const foundEvents = await listed.catch(undefinedIfGone)
  return foundEvents?.toReversed().flatMap(({ id: eventId, type, data }) => {
    const { id: objectId } = data.object as { id?: string }
    return objectId === undefined ? [] : [{ eventId, type, objectId }]
  })
}
