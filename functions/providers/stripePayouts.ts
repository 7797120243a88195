import type Stripe from 'stripe'
import { stripeClient } from './stripeClient.ts'

/** One line of a payout: what moved on the club's balance, before and after what was taken of it. */
export type PayoutLine = { line: string; sourceId: string; type: string; net: number }
export type PaidOut = {
  payoutId: string
  cents: number
  arrivesOn: string
  /** Of what it is made; undefined where the club has asked for it itself: of such a payout Stripe does not say it. */
  lines: PayoutLine[] | undefined
}

/** What has become of a payout: undefined until it has come to the bank, and the provider has said of what it is made. */
export async function paidOut(account: string, payoutId: string): Promise<PaidOut | 'failed' | undefined> {
  const client = await stripeClient()
  const options = { stripeAccount: account }
  const payout = await client.payouts.retrieve(payoutId, {}, options)
  const { status, reconciliation_status: comparable, amount: cents } = payout
  if (hasFailed(payout)) return 'failed'
  if (status !== 'paid' || comparable === 'in_progress') return undefined
  const arrivesOn = new Date(payout.arrival_date * 1000).toISOString().slice(0, 10)
  if (comparable !== 'completed') return { payoutId, cents, arrivesOn, lines: undefined }
  const lines: PayoutLine[] = []
  for await (const each of client.balanceTransactions.list({ payout: payoutId, limit: 100 }, options))
    if (!ofPayouts.includes(each.type)) lines.push(lineOf(each))
  return { payoutId, cents, arrivesOn, lines }
}

/** Whether its bank has sent it back by now. */
export async function isSentBack(account: string, payoutId: string): Promise<boolean> {
  const client = await stripeClient()
  return hasFailed(await client.payouts.retrieve(payoutId, {}, { stripeAccount: account }))
}

const hasFailed = ({ status }: Stripe.Payout): boolean => status === 'failed' || status === 'canceled'

/** The payout itself; and of one that has failed, or was taken back, what came back to the balance: that is booked with it. */
const ofPayouts = ['payout', 'payout_failure', 'payout_cancel']

const lineOf = ({ id, source, type, net }: Stripe.BalanceTransaction): PayoutLine => ({
  line: id,
  sourceId: typeof source === 'string' ? source : (source?.id ?? ''),
  type,
  net,
})
