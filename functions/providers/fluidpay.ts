import { createHash } from 'node:crypto'
import { lastPart } from '#shared/ids.ts'
import { isProblem } from '#shared/problems.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { fluidPay, FluidPayRefusal, findAtFluidPay, UnreadableKey } from './fluidpayClient.ts'
import type { PaymentLookup, PaymentProvider, RefundStatus, PaymentStatus, RefundWaits } from './provider.ts'

/** A charge at FluidPay. */
export type Transaction = {
  id: string
  type: string
  status: string
  order_id: string
  response_code: number
  amount: number
  amount_captured: number
  amount_settled: number
  amount_refunded: number
  response_body: { card?: { card_type?: string; last_four?: string } } | null
}

/**
 * For so long a token of a typed card can be charged, and FluidPay knows the same charge again; after that it is only looked up. In
 * seconds.
 */
const tokenSeconds = 110
/** In seconds: a charge that is not found after this time was never made. */
const keySeconds = 360

/**
 * FluidPay with the club's own merchant account: the card is entered in FluidPay's fields on our page, which give a token that is
 * charged once. FluidPay sends no events, so a charge is looked up by our order id.
 */
export const fluidpay: PaymentProvider = {
  // Nothing is requested before a card was entered.
  start: async ({ paymentId }, { own }) => ({ reference: orderOf(paymentId), url: own }),

  async complete(payment) {
    const { account, reference, paymentId, cents, token, askedAt, now } = payment
    if (token === undefined || askedAt === undefined) return { as: 'open' }
    const isFresh = now <= addSeconds(askedAt, tokenSeconds)
    const found = await transactionOf(payment).catch((error: unknown) => {
      if (error instanceof UnreadableKey || !isProblem(error, 'payments_off')) throw error
      return 'unknown key' as const
    })
    // If the key cannot be decrypted, nothing is concluded. A key that FluidPay does not know has charged nothing and will not,
    // so the payer may pay in another way. A charge made earlier, with a key that was valid then, is found once a valid key is
    // entered.
    if (found === 'unknown key')
      return isFresh ? { as: 'refused', why: 'payments_off', final: true } : { as: 'processing' }
    if (found) return statusOf(found)
    if (now > addSeconds(askedAt, keySeconds)) return { as: 'closed' }
    if (!isFresh) return { as: 'processing' }
    const sale = {
      type: 'sale',
      amount: cents,
      currency: 'USD',
      order_id: reference,
      idempotency_key: uuidOf(paymentId),
      payment_method: { token },
    }
    try {
      return statusOf(await fluidPay<Transaction>(account.paymentAccountId, 'POST', '/transaction', sale))
    } catch (error) {
      if (error instanceof FluidPayRefusal) return { as: 'refused', why: `status_${error.status}`, final: true }
      throw error
    }
  },

  // Without a token FluidPay knows nothing of the payment; with one it cannot be cancelled any more.
  cancel: async (payment) => (payment.token === undefined ? { as: 'closed' } : fluidpay.complete(payment)),

  async refund({
    account: { paymentAccountId },
    refundId,
    chargeId,
    cents,
    beforeCents,
  }): Promise<RefundStatus | RefundWaits> {
    const lookup = await chargeOf(paymentAccountId, chargeId)
    if (!lookup) return { as: 'refused', why: 'not_found' }
    const { found: charge, ask: request } = lookup
    // FluidPay does not store our refund id: whatever was refunded since the first request is this refund.
    const done = { as: 'done', providerRefundId: refundId } as const
    if (charge.status === 'voided') return cents === charge.amount ? done : { as: 'refused', why: 'voided' }
    if (charge.amount_refunded >= beforeCents + cents) return done
    // The payer has got everything back from their bank, so waiting would be pointless.
    if (isReturned(charge)) return { as: 'refused', why: charge.status }
    const isSettled = ['settled', 'partially_refunded', 'refunded'].includes(charge.status)
    // Until the payment has settled it can only be voided as a whole.
    if (!isSettled && cents < charge.amount) return { as: 'waits' }
    try {
      const path = `/transaction/${chargeId}`
      await (isSettled ? request('POST', `${path}/refund`, { amount: cents }) : request('POST', `${path}/void`, {}))
      return done
    } catch (error) {
      if (error instanceof FluidPayRefusal) return { as: 'refused', why: `status_${error.status}` }
      throw error
    }
  },

  readRefund: async ({ providerRefundId }) => ({ as: 'done', providerRefundId }),
}

/** Our order id at FluidPay: at most 17 letters and digits. */
const orderOf = (paymentId: string): string => lastPart(paymentId)

function uuidOf(paymentId: string): string {
  const hex = createHash('sha256').update(paymentId).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

async function transactionOf({ account, reference, askedAt }: PaymentLookup): Promise<Transaction | undefined> {
  const wanted = { order_id: { operator: '=', value: reference }, limit: 10 }
  const lookup = await findAtFluidPay(
    account.paymentAccountId,
    // Refunds may have the same order id.
    async (request) => (await request<Transaction[] | null>('POST', '/transaction/search', wanted))?.find(isSale),
    askedAt,
  )
  return lookup?.found
}

const isSale = ({ type }: Transaction): boolean => type === 'sale'

const chargeOf = (paymentAccountId: string, chargeId: string) =>
  findAtFluidPay(
    paymentAccountId,
    async (request) => (await request<Transaction[]>('GET', `/transaction/${chargeId}`))[0],
  )

/** How much of a charge was refunded, and its amount; undefined if there is no such charge. */
export async function refundedOfCharge(paymentAccountId: string, chargeId: string) {
  const lookup = await chargeOf(paymentAccountId, chargeId)
  return lookup && { refundedCents: refundedCentsOf(lookup.found), chargeCents: lookup.found.amount }
}
export const refundedCentsOf = ({ status, amount, amount_refunded: refunded }: Transaction): number =>
  isReversed(status) ? amount : refunded

/** Reversed before settlement. */
const isReversed = (status: string): boolean => status === 'voided' || status === 'reversed'
/** Returned by the payer's bank after settlement. */
export const isReturned = ({ status }: Transaction): boolean => status === 'returned' || status === 'late_return'

/** The states of a charge that has changed after it was made. */
const changedStatuses = ['refunded', 'partially_refunded', 'voided', 'reversed', 'returned', 'late_return'] as const
const pageSize = 100

/** All charges of the last months that have changed after they were made: FluidPay sends no events. */
export async function* listChangedCharges(paymentAccountId: string): AsyncGenerator<Transaction[]> {
  for (const value of changedStatuses)
    for (let offset = 0; ; offset += pageSize) {
      const wanted = { status: { operator: '=', value }, limit: pageSize, offset }
      const transactions = await fluidPay<Transaction[] | null>(paymentAccountId, 'POST', '/transaction/search', wanted)
      if (transactions?.length) yield transactions
      if ((transactions?.length ?? 0) < pageSize) break
    }
}

function statusOf({ id, status, response_code: code, amount, response_body: body }: Transaction): PaymentStatus {
  if (isReversed(status) || status === 'returned' || status === 'late_return') return { as: 'closed' }
  if (code >= 200) return { as: 'refused', why: `code_${code}`, final: true }
  // The result is not known yet, or the charge is on its way to the bank.
  if (code < 100 || status === 'pending' || status === 'unknown') return { as: 'processing' }
  const { card_type: type = 'card', last_four: last = '' } = body?.card ?? {}
  // FluidPay takes its fee once a month, for all payments together.
  return { as: 'paid', chargeId: id, cents: amount, feeCents: 0, label: `${type} •••• ${last}` }
}
