import { outbox } from '../../table/outbox.ts'
import type { Payment } from '../../table/payments.ts'
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

/** Whose money was on its way from a bank, and did not come, is told: they think that it is paid. */
export const notComeFor = (stamp: Stamp, { paymentId, payerId, card }: Payment): Write[] =>
  payerId === undefined || card
    ? []
    : [
        outbox.want(stamp, {
          letter: 'notCome',
          to: { userId: payerId },
          about: { paymentId },
          mailId: `not-come.${paymentId}`,
        }),
      ]
