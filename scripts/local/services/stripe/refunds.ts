import type Stripe from 'stripe'
import { type Books, platform, type StripeObject } from './books.ts'
import { cardOf, type Method } from './cards.ts'
import { type Form, numberIn, textIn, textsIn } from './form.ts'
import { bookTransaction, type Charge, idOf, type Intent, type World } from './intents.ts'
import { invalid } from './refusal.ts'

type Refund = StripeObject & Stripe.Refund
type Dispute = StripeObject & Stripe.Dispute
type Payout = StripeObject & Stripe.Payout

/** Refunds a charge, fully or in part. */
export function newRefund({ books, events }: World, account: string, form: Form): Refund {
  const intent = books.find<Intent>(account, textIn(form, 'payment_intent'))
  const id = textIn(form, 'charge') ?? idOf(intent?.latest_charge)
  const charge = books.get<Charge>(account, id, 'charge')
  const refundable = charge.amount - charge.amount_refunded
  const amount = numberIn(form, 'amount') ?? refundable
  if (charge.disputed) throw invalid('This charge has been charged back.', { code: 'charge_disputed' })
  if (refundable === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount > refundable)
    throw invalid(`Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${refundable / 100})`)
  const withFee = textIn(form, 'refund_application_fee') === 'true'
  if (withFee && !charge.application_fee)
    throw invalid(`Attempting to refund_application_fee on ${charge.id}, but it has no application fee`)
  const method = books.find<Method>(account, charge.payment_method)
  const isSlow = method !== undefined && cardOf(method).slowRefund === true
  const refund = books.make<Refund>(account, 'refund', 're', {
    amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    metadata: textsIn(form, 'metadata'),
    reason: null,
    status: isSlow ? 'pending' : 'succeeded',
  })
  refund.balance_transaction = bookTransaction(books, account, {
    type: 'refund',
    source: refund.id,
    amount: -amount,
    fee: 0,
    fee_details: [],
    currency: charge.currency,
  }).id
  if (withFee) giveFeeBack(books, account, charge, amount)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  events.emit(account, 'refund.created', refund)
  events.emit(account, 'charge.refunded', charge)
  const inquiry = books.all<Dispute>(account, 'dispute').find((each) => each.charge === id && each.is_charge_refundable)
  if (inquiry && charge.refunded) {
    Object.assign(inquiry, { status: 'warning_closed', is_charge_refundable: false })
    events.emit(account, 'charge.dispute.closed', inquiry)
  }
  return refund
}

/** A pending refund has reached the payer; or their bank has returned it, and it is back on the account's balance. */
export function endRefund({ books, events }: World, account: string, refund: Refund, hasArrived: boolean): Refund {
  if (hasArrived) refund.status = 'succeeded'
  else {
    const charge = books.get<Charge>(account, idOf(refund.charge), 'charge')
    const line = { amount: refund.amount, fee: 0, fee_details: [], currency: refund.currency }
    const failureLine = { type: 'refund_failure', source: refund.id, ...line } as const
    refund.failure_balance_transaction = bookTransaction(books, account, failureLine).id
    Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' })
    charge.amount_refunded -= refund.amount
    charge.refunded = false
  }
  events.emit(account, hasArrived ? 'refund.updated' : 'refund.failed', refund)
  return refund
}

/** The same share of the platform's fee is refunded. */
function giveFeeBack(books: Books, account: string, charge: Charge, amount: number): void {
  const fee = books.find<Stripe.ApplicationFee>(platform, charge.application_fee as string | null)
  if (!fee) return
  const share = Math.min(fee.amount - fee.amount_refunded, Math.round((fee.amount * amount) / charge.amount))
  fee.amount_refunded += share
  const line = { source: fee.id, amount: share, fee: 0, fee_details: [], currency: charge.currency }
  bookTransaction(books, account, { type: 'application_fee_refund', ...line })
}

const disputeFee = 1500

/** The payer's bank takes a payment back; or only inquires, in which case the charge can still be refunded. */
export function newDispute({ books, events }: World, account: string, charge: Charge, isInquiry = false): Dispute {
  const dispute = books.make<Dispute>(account, 'dispute', 'du', {
    amount: charge.amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
    is_charge_refundable: isInquiry,
    metadata: {},
    evidence_details: {
      due_by: books.now() + 14 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
      enhanced_eligibility: {},
    },
  })
  charge.disputed = !isInquiry
  if (!isInquiry) dispute.balance_transactions = [line({ books }, account, dispute, -charge.amount, disputeFee)]
  events.emit(account, 'charge.dispute.created', dispute)
  if (!isInquiry) events.emit(account, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

const line = ({ books }: Pick<World, 'books'>, account: string, dispute: Dispute, amount: number, fee: number) => {
  const fees =
    fee === 0
      ? []
      : [{ amount: fee, application: null, currency: 'usd', description: 'Dispute fee', type: 'stripe_fee' }]
  const fee_details = fees as Stripe.BalanceTransaction.FeeDetail[]
  return bookTransaction(books, account, {
    type: 'adjustment',
    source: dispute.id,
    amount,
    fee,
    fee_details,
    currency: 'usd',
  })
}

/** The bank decides the dispute. */
export function closeDispute({ books, events }: World, account: string, dispute: Dispute, won: boolean): Dispute {
  if (won) {
    dispute.balance_transactions.push(line({ books }, account, dispute, dispute.amount, -disputeFee))
    events.emit(account, 'charge.dispute.funds_reinstated', dispute)
  }
  dispute.status = won ? 'won' : 'lost'
  events.emit(account, 'charge.dispute.closed', dispute)
  return dispute
}

/** Pays an account's whole balance out to its bank; `isManual` for a manual payout. */
export function newPayout({ books, events }: World, account: string, isManual = false): Payout {
  const lines = books
    .all<Stripe.BalanceTransaction & { ownPayout?: string }>(account, 'balance_transaction')
    .filter(({ ownPayout, type }) => ownPayout === undefined && type !== 'payout')
  const amount = lines.reduce((sum, { net }) => sum + net, 0)
  if (amount <= 0)
    throw invalid('You have insufficient funds in your Stripe account.', { code: 'balance_insufficient' })
  const payout = books.make<Stripe.Payout>(account, 'payout', 'po', {
    amount,
    currency: 'usd',
    arrival_date: books.now() + 86_400,
    automatic: !isManual,
    reconciliation_status: isManual ? 'not_applicable' : 'completed',
    status: 'paid',
    metadata: {},
  })
  const transaction = bookTransaction(books, account, {
    type: 'payout',
    source: payout.id,
    amount: -amount,
    fee: 0,
    fee_details: [],
    currency: 'usd',
  })
  payout.balance_transaction = transaction.id
  // Stripe does not reconcile manual payouts with their transactions.
  for (const each of [...lines, transaction as (typeof lines)[number]])
    each.ownPayout = isManual ? 'by hand' : payout.id
  events.emit(account, 'payout.paid', payout)
  if (!isManual) events.emit(account, 'payout.reconciliation_completed', payout)
  return payout
}

/** The bank returns the payout days later: the money is back on the account's balance. */
export function failPayout({ books, events }: World, account: string, payout: Payout): Payout {
  const line = { source: payout.id, amount: payout.amount, fee: 0, fee_details: [], currency: 'usd' }
  payout.failure_balance_transaction = bookTransaction(books, account, { type: 'payout_failure', ...line }).id
  Object.assign(payout, { status: 'failed', failure_code: 'account_closed' })
  events.emit(account, 'payout.failed', payout)
  return payout
}
