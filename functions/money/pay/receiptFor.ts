import { outstandingOf } from '#shared/rules/fees.ts'
import type { Fee } from '../../table/fees.ts'
import { outbox } from '../../table/outbox.ts'
import type { Payment, Refund } from '../../table/payments.ts'
import type { Stamp, Write } from '../../table/writes.ts'

/** Who has paid gets a receipt, where it is known who that is; of a card that was charged without them, they are told anyway. */
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

/** Its payer was told that it is on its way, or of a typed card that it is not known yet; who is refused at once, reads that. */
export const isThoughtPaid = (
  fee: Fee,
  { state, token, askedAt }: Payment,
  { why }: Partial<Payment>,
  { at }: Stamp,
): boolean =>
  outstandingOf(fee) > 0 &&
  (fee.status === 'coming' || (state === 'processing' && token !== undefined && (why === undefined || askedAt !== at)))

/** Whose money was on its way, and did not come, is told: they think that it is paid. `held`: the fees that it was for. */
export function notComeFor(stamp: Stamp, { paymentId, payerId, card }: Payment, held: readonly Fee[]): Write[] {
  if (payerId === undefined || card) return []
  const places = held.flatMap(({ registrationPlayerId }) => registrationPlayerId ?? [])
  const isForPlaces = places.length > 0 && places.length === held.length
  const about = { paymentId, ...(isForPlaces && { places: [...new Set(places)].join(',') }) }
  return [outbox.want(stamp, { letter: 'notCome', to: { userId: payerId }, about, mailId: `not-come.${paymentId}` })]
}

/**
 * Who has paid is told once that it was given back, unless they knew when it was asked for, and once that it did not arrive: by how
 * its provider calls what it gave back.
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

/** Who has read that it goes back to them is told that its provider would not give it, so that it is their credit: once for each try. */
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
