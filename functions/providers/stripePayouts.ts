import type Stripe from 'stripe'
import { stripeClient } from './stripeClient.ts'

/** One line of a payout: a change of the club's balance, after fees. */
export type PayoutLine = { line: string; sourceId: string; type: string; net: number }
export type PaidPayout = {
  payoutId: string
  cents: number
  arrivesOn: string
  /** Its lines; undefined for a payout that the club requested itself, for which Stripe does not report them. */
  lines: PayoutLine[] | undefined
}

/** The result of a payout; undefined until it has reached the bank and Stripe has reported its lines. */
export async function readPayout(account: string, payoutId: string): Promise<PaidPayout | 'failed' | undefined> {
  const client = await stripeClient()
  const options = { stripeAccount: account }
  const payout = await client.payouts.retrieve(payoutId, {}, options)
  const { status, reconciliation_status: reconciliation, amount: cents } = payout
  if (hasFailed(payout)) return 'failed'
  if (status !== 'paid' || reconciliation === 'in_progress') return undefined
  const arrivesOn = new Date(payout.arrival_date * 1000).toISOString().slice(0, 10)
  if (reconciliation !== 'completed') return { payoutId, cents, arrivesOn, lines: undefined }
  const lines: PayoutLine[] = []
  for await (const each of client.balanceTransactions.list({ payout: payoutId, limit: 100 }, options))
    if (!payoutTypes.includes(each.type)) lines.push(lineOf(each))
  return { payoutId, cents, arrivesOn, lines }
}

/** Whether the bank has returned it by now. */
export async function hasBeenReturned(account: string, payoutId: string): Promise<boolean> {
  const client = await stripeClient()
  return hasFailed(await client.payouts.retrieve(payoutId, {}, { stripeAccount: account }))
}

const hasFailed = ({ status }: Stripe.Payout): boolean => status === 'failed' || status === 'canceled'

/** The payout itself, and what returns to the balance if it failed or was cancelled, which is booked with the payout. */
const payoutTypes = ['payout', 'payout_failure', 'payout_cancel']

const lineOf = ({ id, source, type, net }: Stripe.BalanceTransaction): PayoutLine => ({
  line: id,
  sourceId: typeof source === 'string' ? source : (source?.id ?? ''),
  type,
  net,
})
