import { randomBytes } from 'node:crypto'

export type Transaction = {
  id: string
  type: 'sale' | 'refund'
  status: 'declined' | 'pending_settlement' | 'settled' | 'voided' | 'refunded' | 'partially_refunded' | 'returned'
  response: 'approved' | 'declined'
  response_code: number
  amount: number
  amount_authorized: number
  amount_captured: number
  amount_settled: number
  amount_refunded: number
  currency: 'usd'
  order_id: string
  payment_method: 'card'
  response_body: {
    card: { id: string; card_type: string; last_four: string; masked_card: string } & TransactionResponse
  }
  referenced_transaction_id: string
  settlement_batch_id: string
  created_at: string
  updated_at: string
  captured_at: string | null
  settled_at: string | null
}
type TransactionResponse = { response: string; response_code: number }
/** Fields of the stand-in itself: the merchant, and the idempotency key. */
export type StoredTransaction = Transaction & { own: { merchant: string; key: string } }

/** An error response of FluidPay. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

type Sale = { type?: string; amount?: number; order_id?: string; payment_method?: { token?: string } }

/** Charges a token, which contains the last four digits that were typed. */
export function createSale(
  { type, amount = 0, order_id: order = '', payment_method: method }: Sale,
  at: string,
): Transaction {
  const [, last = ''] = /^tok-(\d{4})-/.exec(method?.token ?? '') ?? []
  if (type !== 'sale' || !Number.isInteger(amount) || amount <= 0) throw new Refusal(400, 'invalid amount')
  if (!/^[A-Za-z0-9]{0,17}$/.test(order)) throw new Refusal(400, 'invalid order_id')
  if (last === '') throw new Refusal(400, 'invalid token')
  const isApproved = last !== '0002'
  const [response, code] = isApproved ? (['approved', 100] as const) : (['declined', 202] as const)
  const card = { id: newId(), card_type: 'visa', last_four: last, masked_card: `411111******${last}` }
  return {
    id: newId(),
    type: 'sale',
    status: isApproved ? 'pending_settlement' : 'declined',
    response,
    response_code: code,
    amount,
    amount_authorized: isApproved ? amount : 0,
    amount_captured: isApproved ? amount : 0,
    amount_settled: 0,
    amount_refunded: 0,
    currency: 'usd',
    order_id: order,
    payment_method: 'card',
    response_body: { card: { ...card, response, response_code: code } },
    referenced_transaction_id: '',
    settlement_batch_id: '',
    created_at: at,
    updated_at: at,
    captured_at: isApproved ? at : null,
    settled_at: null,
  }
}

export type Batch = {
  id: string
  batch_date: string
  num_transactions: number
  amount_captured: number
  amount_credit: number
  net_deposit: number
}

/** Settles all pending transactions. */
export function settlePending(all: readonly Transaction[], at: string): Batch {
  const id = newId()
  const pending = all.filter(({ status }) => status === 'pending_settlement')
  for (const each of pending)
    Object.assign(each, { status: 'settled', amount_settled: each.amount, settlement_batch_id: id, settled_at: at })
  const sum = (transactionType: Transaction['type']) =>
    pending.filter(({ type }) => type === transactionType).reduce((all, { amount }) => all + amount, 0)
  const [captured, credit] = [sum('sale'), sum('refund')]
  const amounts = { amount_captured: captured, amount_credit: credit, net_deposit: captured - credit }
  return { id, batch_date: at, num_transactions: pending.length, ...amounts }
}

/** Refunds: creates another transaction that refers to the original one. */
export function createRefund(sale: StoredTransaction, amount: number, at: string): StoredTransaction {
  if (!['settled', 'partially_refunded'].includes(sale.status)) throw new Refusal(400, 'transaction is not settled')
  const refundedTotal = sale.amount_refunded + amount
  if (!(amount > 0) || refundedTotal > sale.amount_settled) throw new Refusal(400, 'amount is more than was settled')
  const status = refundedTotal === sale.amount_settled ? 'refunded' : 'partially_refunded'
  Object.assign(sale, { amount_refunded: refundedTotal, status, updated_at: at })
  const newFields = { id: newId(), amount_refunded: 0, amount_settled: 0, settlement_batch_id: '', settled_at: null }
  const own = { ...sale.own, key: '' }
  const refundFields = { type: 'refund', status: 'pending_settlement', referenced_transaction_id: sale.id } as const
  return { ...sale, ...newFields, ...refundFields, amount, created_at: at, updated_at: at, own }
}

export function voidTransaction(transaction: Transaction, at: string): void {
  if (transaction.status !== 'pending_settlement') throw new Refusal(400, 'transaction cannot be voided')
  Object.assign(transaction, { status: 'voided', updated_at: at })
}

/** A chargeback by the payer's bank. */
export function chargeBack(transaction: Transaction, at: string): void {
  if (transaction.status !== 'settled') throw new Refusal(400, 'transaction is not settled')
  Object.assign(transaction, { status: 'returned', updated_at: at })
}

const newId = (): string => randomBytes(10).toString('hex')
