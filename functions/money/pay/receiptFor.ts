import { outstandingOf } from '#shared/rules/fees.ts'
import type { Fee } from '../../table/fees.ts'
import { outbox } from '../../table/outbox.ts'
import type { Payment, Refund } from '../../table/payments.ts'
import type { Stamp, Write } from '../../table/writes.ts'

/** The receipt for the payer, if known. For a charged saved card another letter tells them. */
export const receiptFor = (stamp: Stamp, { paymentId, payerId, card }: Payment): Write[] =>
  payerId === undefined || card
    ? []
    : [
        outbox.want(stamp, {
          letter: 'receipt',
          to: { userId: payerId },
          about: { paymentId },
          mailId: `receipt.${paymentId}`,
        }),
      ]

/**
 * Whether the payer believes the fee to be paid: they were told that a transfer is on its way, or that the result of a card is
 * unknown. A card that is declined at once is shown as such.
 */
export const isThoughtPaid = (
  fee: Fee,
  { state, token, askedAt }: Payment,
  { why }: Partial<Payment>,
  { at }: Stamp,
): boolean =>
  outstandingOf(fee) > 0 &&
  (fee.status === 'coming' || (state === 'processing' && token !== undefined && (why === undefined || askedAt !== at)))

/** Tells payers who believe that they have paid that the payment failed. `held`: its fees. */
export function notComeFor(stamp: Stamp, { paymentId, payerId, card }: Payment, held: readonly Fee[]): Write[] {
  if (payerId === undefined || card) return []
  const places = held.flatMap(({ registrationPlayerId }) => registrationPlayerId ?? [])
  const isForPlaces = places.length > 0 && places.length === held.length
  const about = { paymentId, ...(isForPlaces && { places: [...new Set(places)].join(',') }) }
  return [outbox.want(stamp, { letter: 'notCome', to: { userId: payerId }, about, mailId: `not-come.${paymentId}` })]
}

/**
 * Tells the payer once that a refund was made, unless they were told when it was requested, and once that it failed; identified
 * by the provider's refund id.
 */
export const givenBackFor = (
  stamp: Stamp,
  { paymentId, payerId }: Payment,
  { refundId, isTold, is, providerRefundId }: Pick<Refund, 'refundId' | 'isTold'> & GivenBack,
): Write[] =>
  payerId === undefined || (is === 'gone' && isTold)
    ? []
    : [
        outbox.want(stamp, {
          letter: 'givenBack',
          to: { userId: payerId },
          about: { paymentId, refundId, is },
          mailId: `${is === 'gone' ? 'given-back' : 'came-back'}.${paymentId}.${providerRefundId}`,
        }),
      ]
type GivenBack = { is: 'gone' | 'back'; providerRefundId: string }

/** Tells a payer who was told of a refund that the provider refused it and that it is their credit; once per attempt. */
export const notGivenFor = (
  stamp: Stamp,
  { paymentId, payerId }: Payment,
  { refundId, isTold, again = 0 }: Refund,
): Write[] =>
  payerId === undefined || !isTold
    ? []
    : [
        outbox.want(stamp, {
          letter: 'givenBack',
          to: { userId: payerId },
          about: { paymentId, refundId, is: 'not' },
          mailId: `not-given.${paymentId}.${refundId}.${again}`,
        }),
      ]
