import type { receipts as routes } from '#shared/api/money/receipts.ts'
import { receipts } from '#shared/api/money/receipts.ts'
import { Problem } from '#shared/problems.ts'
import { sayIn } from '../mail/say.ts'
import { type CallOf, serve } from '../serve.ts'
import { payments } from '../table/payments.ts'
import { mayBeAskedFor } from '../access/fees.ts'
import { readValidLink } from './pay/links.ts'
import { type Receipt, receiptOfFee, receiptOfPayment } from './receipt/receiptOf.ts'

export const handler = serve(receipts, {
  'GET /rest-api/fee/receipt/{feePlayerId}': readReceipt,
  'GET /rest-api/pay/{payId}/receipt': readReceiptByLink,
})

/** One home gets no receipt for the other's part. */
async function readReceipt({
  params: { feePlayerId: playerFeeId },
  query: { paymentId, language = 'en' },
  me,
}: CallOf<typeof routes, 'GET /rest-api/fee/receipt/{feePlayerId}'>) {
  const [{ fee, receipt }, { access }] = await Promise.all([
    receiptOfFee({ playerFeeId, paymentId }, sayIn(language)),
    me,
  ])
  if (!fee || !mayBeAskedFor(access, fee)) throw new Problem('not_found')
  return fileOf(receipt)
}

/** Holders of another link learn nothing of a payment. */
async function readReceiptByLink({
  params: { payId },
  query: { paymentId, language = 'en' },
  now,
}: CallOf<typeof routes, 'GET /rest-api/pay/{payId}/receipt'>) {
  const [, payment] = await Promise.all([readValidLink(payId, now), payments.get({ paymentId }, { consistent: true })])
  if (payment?.payId !== payId) throw new Problem('not_found')
  return fileOf(await receiptOfPayment(payment, sayIn(language)))
}

async function fileOf(receipt: Receipt | undefined) {
  if (!receipt) throw new Problem('not_found')
  // Imported only here: errors do not need the library.
  const { receiptPdf } = await import('./receipt/receiptPdf.ts')
  return {
    name: `${receipt.title.toLowerCase()}-${receipt.paidOn}.pdf`,
    content: await receiptPdf(receipt),
  }
}
