import type Stripe from 'stripe'
import { stripeClient } from './stripeClient.ts'

/** One line of a payout: what moved on the club's balance, before and after what was taken of it. */
export type PayoutLine = { line: string; sourceId: string; type: string; net: number }
export type PaidOut = { payoutId: string; cents: number; arrivesOn: string; lines: PayoutLine[] }

/** A payout with its lines; undefined until the provider has said which they are. */
export async function paidOut(account: string, payoutId: string): Promise<PaidOut | undefined> {
  const client = await stripeClient()
  const options = { stripeAccount: account }
  const payout = await client.payouts.retrieve(payoutId, {}, options)
  if (payout.status !== 'paid' || payout.reconciliation_status !== 'completed') return undefined
  const lines: PayoutLine[] = []
  for await (const each of client.balanceTransactions.list({ payout: payoutId, limit: 100 }, options))
    if (each.type !== 'payout') lines.push(lineOf(each))
  const arrivesOn = new Date(payout.arrival_date * 1000).toISOString().slice(0, 10)
  return { payoutId, cents: payout.amount, arrivesOn, lines }
}

const lineOf = ({ id, source, type, net }: Stripe.BalanceTransaction): PayoutLine => ({
  line: id,
  sourceId: typeof source === 'string' ? source : (source?.id ?? ''),
  type,
  net,
})
