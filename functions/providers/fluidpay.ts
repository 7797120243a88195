import { createHash } from 'node:crypto'
import { lastPart } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { addSeconds } from '#shared/rules/days.ts'
import { fluidPay, FluidPayRefusal, foundAtFluidPay, UnreadKey } from './fluidpayClient.ts'
import type { Asked, PaymentProvider, Refunded, PaymentStatus, Waits } from './provider.ts'

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

  async complete(asked) {
    const { account, reference, paymentId, cents, token, askedAt, now } = asked
    if (token === undefined || askedAt === undefined) return { as: 'open' }
    const isFresh = now <= addSeconds(askedAt, tokenSeconds)
    const found = await transactionOf(asked).catch((error: unknown) => {
      if (error instanceof UnreadKey || !(error instanceof Problem) || error.code !== 'payments_off') throw error
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
  cancel: async (asked) => (asked.token === undefined ? { as: 'closed' } : fluidpay.complete(asked)),

  async refund({ account: { paymentAccountId }, refundId, chargeId, cents, beforeCents }): Promise<Refunded | Waits> {
    const known = await chargeOf(paymentAccountId, chargeId)
    if (!known) return { as: 'refused', why: 'not_found' }
    const { found: charge, ask } = known
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
      const at = `/transaction/${chargeId}`
      await (isSettled ? ask('POST', `${at}/refund`, { amount: cents }) : ask('POST', `${at}/void`, {}))
      return done
    } catch (error) {
      if (error instanceof FluidPayRefusal) return { as: 'refused', why: `status_${error.status}` }
      throw error
    }
  },

  refunded: async ({ providerRefundId }) => ({ as: 'done', providerRefundId }),
}

/** Our order id at FluidPay: at most 17 letters and digits. */
const orderOf = (paymentId: string): string => lastPart(paymentId)

function uuidOf(paymentId: string): string {
  const hex = createHash('sha256').update(paymentId).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

async function transactionOf({ account, reference, askedAt }: Asked): Promise<Transaction | undefined> {
  const wanted = { order_id: { operator: '=', value: reference }, limit: 10 }
  const known = await foundAtFluidPay(
    account.paymentAccountId,
    // Refunds may have the same order id.
    async (ask) => (await ask<Transaction[] | null>('POST', '/transaction/search', wanted))?.find(isSale),
    askedAt,
  )
  return known?.found
}

const isSale = ({ type }: Transaction): boolean => type === 'sale'

const chargeOf = (paymentAccountId: string, chargeId: string) =>
  foundAtFluidPay(paymentAccountId, async (ask) => (await ask<Transaction[]>('GET', `/transaction/${chargeId}`))[0])

/** How much of a charge was refunded, and its amount; undefined if there is no such charge. */
export async function goneOfCharge(paymentAccountId: string, chargeId: string) {
  const known = await chargeOf(paymentAccountId, chargeId)
  return known && { gone: goneOf(known.found), of: known.found.amount }
}
export const goneOf = ({ status, amount, amount_refunded: refunded }: Transaction): number =>
  isUndone(status) ? amount : refunded

/** Reversed before settlement. */
const isUndone = (status: string): boolean => status === 'voided' || status === 'reversed'
/** Returned by the payer's bank after settlement. */
export const isReturned = ({ status }: Transaction): boolean => status === 'returned' || status === 'late_return'

/** The states of a charge that has changed after it was made. */
const afterwards = ['refunded', 'partially_refunded', 'voided', 'reversed', 'returned', 'late_return'] as const
const pageSize = 100

/** All charges of the last months that have changed after they were made: FluidPay sends no events. */
export async function* changedAtFluidPay(paymentAccountId: string): AsyncGenerator<Transaction[]> {
  for (const value of afterwards)
    for (let offset = 0; ; offset += pageSize) {
      const wanted = { status: { operator: '=', value }, limit: pageSize, offset }
      const found = await fluidPay<Transaction[] | null>(paymentAccountId, 'POST', '/transaction/search', wanted)
      if (found?.length) yield found
      if ((found?.length ?? 0) < pageSize) break
    }
}

function statusOf({ id, status, response_code: code, amount, response_body: body }: Transaction): PaymentStatus {
  if (isUndone(status) || status === 'returned' || status === 'late_return') return { as: 'closed' }
  if (code >= 200) return { as: 'refused', why: `code_${code}`, final: true }
  // The result is not known yet, or the charge is on its way to the bank.
  if (code < 100 || status === 'pending' || status === 'unknown') return { as: 'processing' }
  const { card_type: type = 'card', last_four: last = '' } = body?.card ?? {}
  // FluidPay takes its fee once a month, for all payments together.
  return { as: 'paid', chargeId: id, cents: amount, takenCents: 0, label: `${type} •••• ${last}` }
}
