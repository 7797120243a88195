import { outstandingOf } from '#shared/rules/fees.ts'
import type { Fee } from '../../table/fees.ts'
import { outbox } from '../../table/outbox.ts'
import type { Payment, Refund } from '../../table/payments.ts'
import type { Stamp, Write } from '../../table/writes.ts'

/** The mail with the receipt to the payer, if known; none for an automatic charge, of which they get another mail. */
export const receiptMails = (stamp: Stamp, { paymentId, payerId, card }: Payment): Write[] =>
  payerId === undefined || card
    ? []
    : [
        outbox.add(stamp, {
          letter: 'receipt',
          to: { userId: payerId },
          about: { paymentId },
          mailId: `receipt.${paymentId}`,
        }),
      ]

/** Whether the payer has seen that the payment is on its way, or not known yet; not for one that was refused at once. */
export const wasShownAsPaid = (
  fee: Fee,
  { state, token, askedAt }: Payment,
  { why }: Partial<Payment>,
  { at }: Stamp,
): boolean =>
  outstandingOf(fee) > 0 &&
  (fee.status === 'coming' || (state === 'processing' && token !== undefined && (why === undefined || askedAt !== at)))

/** The mail to a payer whose payment was on its way and failed. `lockedFees`: its fees. */
export function paymentFailedMails(
  stamp: Stamp,
  { paymentId, payerId, card }: Payment,
  lockedFees: readonly Fee[],
): Write[] {
  if (payerId === undefined || card) return []
  const placeIds = lockedFees.flatMap(({ registrationPlayerId }) => registrationPlayerId ?? [])
  const isForPlaces = placeIds.length > 0 && placeIds.length === lockedFees.length
  const about = { paymentId, ...(isForPlaces && { places: [...new Set(placeIds)].join(',') }) }
  return [outbox.add(stamp, { letter: 'notCome', to: { userId: payerId }, about, mailId: `not-come.${paymentId}` })]
}

/**
 * The mail to the payer about a refund, once that it was made, unless they were mailed when it was requested, and once that it did not
 * arrive; by the provider's id of the refund.
 */
export const refundMails = (
  stamp: Stamp,
  { paymentId, payerId }: Payment,
  { refundId, isTold, is, providerRefundId }: Pick<Refund, 'refundId' | 'isTold'> & RefundMailAbout,
): Write[] =>
  payerId === undefined || (is === 'gone' && isTold)
    ? []
    : [
        outbox.add(stamp, {
          letter: 'givenBack',
          to: { userId: payerId },
          about: { paymentId, refundId, is },
          mailId: `${is === 'gone' ? 'given-back' : 'came-back'}.${paymentId}.${providerRefundId}`,
        }),
      ]
type RefundMailAbout = { is: 'gone' | 'back'; providerRefundId: string }

/** The mail to a payer who was told of a refund that the provider has refused: once for each attempt. */
export const refundRefusedMails = (
  stamp: Stamp,
  { paymentId, payerId }: Payment,
  { refundId, isTold, again = 0 }: Refund,
): Write[] =>
  payerId === undefined || !isTold
    ? []
    : [
        outbox.add(stamp, {
          letter: 'givenBack',
          to: { userId: payerId },
          about: { paymentId, refundId, is: 'not' },
          mailId: `not-given.${paymentId}.${refundId}.${again}`,
        }),
      ]
