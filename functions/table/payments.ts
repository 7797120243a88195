import { randomBytes } from 'node:crypto'
import type { ManualMethod, OnlineMethod } from '#shared/rules/fees.ts'
import type { ProviderName } from '#shared/rules/processors.ts'
import { addHours, addSeconds } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import { all, type Range, startingWith } from './table.ts'

export type PaymentId = { paymentId: string }
/**
 * An online payment of one or several fees of one club. It is written before the provider is asked. Amounts are in cents.
 *   starting    the provider may have been asked, and its answer is not known
 *   open        the payer is on the provider's page
 *   processing  the money is on its way
 *   paid        booked
 *   closed      ended without payment
 */
export type Payment = PaymentId & {
  paymentAccountId: string
  provider: ProviderName
  state: 'starting' | 'open' | 'processing' | 'paid' | 'closed'
  /** The amount for each fee, in cents. */
  parts: { playerFeeId: string; name: string; cents: number }[]
  /** The total; the part of it that is the processing fee for the family; and the part that is the platform's share. */
  amount: number
  surcharge: number
  platformCents: number
  /** A saved card that is charged without its owner being present; and the instant of the first request to charge it. */
  card?: { customer: string; method: string }
  askedAt?: string
  /** The token of a card that was typed on our page: valid for one charge within two minutes. */
  token?: string
  /** The card is saved for later charges. */
  saves?: true
  /** It was refused, and the same card must not be tried again. */
  isFinal?: true
  /** The language of the provider's page; English by default. */
  language?: 'es'
  /** The payment link by which it was started; and the user who pays, if known. */
  payId?: string
  payerId?: string
  /** When the payer's time to pay ends. */
  ends: string
  /** Since when it waits to be settled; the key on the index of those that do. */
  waitsSince?: string
  reference?: string
  url?: string
  chargeId?: string
  /** The provider's fee, once it is known. */
  taken?: number
  how?: OnlineMethod
  label?: string
  paidAt?: string
  /** A dispute was lost. */
  isLost?: true
  /** How much of its refunds the payer's bank has charged back: if they do not arrive, that is not the family's credit. */
  backByBank?: number
  /** The sum of its refunds, also of those that are only requested. */
  returned: number
  /**
   * The refund that is being requested, for providers that take one after the other; until when that may be under way; and what had been
   * refunded at the provider before it.
   */
  givingBack?: { refundId: string; until: string; from: number }
  why?: string
  /** The club has disconnected its account while the payment was under way: whether it was charged cannot be read any more. */
  unseen?: true
}

const waitingList = 'PAYMENTS-WAIT'
const partition = (paymentId: string) => `PAYMENT#${paymentId}`
const rows = entity<Payment, PaymentId>('Payment', {
  key: ({ paymentId }) => ({ pk: partition(paymentId), sk: 'PAYMENT' }),
  gsi2: by(['waitsSince', 'paymentId'], ({ waitsSince, paymentId }) => [waitingList, `${waitsSince}#${paymentId}`]),
})
export const payments = {
  ...rows,
  /** The payments that wait to be settled since before an instant, the oldest first. */
  waitingSince: (before: string): Range => ({ index: 'gsi2', pk: waitingList, from: '0', to: before }),
}

type RefundId = PaymentId & { refundId: string }
/**
 * A refund of a payment. It is booked as the family's credit until the money has left the club's account at the provider, and again if it
 * comes back.
 *   wanted      to be requested from the provider
 *   processing  on its way to the payer: it may still come back
 *   done        refunded
 *   refused     the provider refused it, or it came back: it stays the family's credit
 */
export type Refund = RefundId & {
  cents: number
  /** The part of it that was the processing fee. */
  surcharge?: number
  state: 'wanted' | 'processing' | 'done' | 'refused'
  /** The fee that it is of; undefined for an overpayment. */
  about?: string | undefined
  /** The platform's share is refunded too. */
  withFee?: true | undefined
  /** The family was mailed when it was requested: they are mailed again only if it does not arrive. */
  isTold?: true | undefined
  askedAt: string
  /** How often it was requested again after it was refused: each time is a new refund at the provider. */
  again?: number
  /** How much of its share the platform refunded with it, in cents. */
  feeBack?: number
  /** When its state is read again, if no webhook comes before; undefined when it is final. */
  lookAt?: string
  providerRefundId?: string
  why?: string
  /** The provider refused it, and the club has paid it back by hand. */
  byHand?: ManualMethod
  /** The provider refused it, and the payer's bank has charged it back; `bankCents`: how much of it, in cents. */
  byBank?: true
  bankCents?: number
}
const dueList = 'REFUNDS-WAIT'
const refundRows = entity<Refund, RefundId>('Refund', {
  key: ({ paymentId, refundId }) => ({ pk: partition(paymentId), sk: `REFUND#${refundId}` }),
  gsi2: by(['lookAt', 'paymentId', 'refundId'], ({ lookAt, paymentId, refundId }) => [
    dueList,
    `${lookAt}#${paymentId}#${refundId}`,
  ]),
})
/**
 * After how many seconds the sweeper looks at a refund, by its state: first it is left to the worker that requests it, or to the provider.
 */
export const refundCheckSeconds = { wanted: 900, waits: 21_600, processing: 86_400 }
export const refunds = {
  ...refundRows,
  /** A new refund, which a worker requests from the provider. */
  request: (refund: Omit<Refund, 'state' | 'lookAt'>) =>
    refundRows.create({ ...refund, state: 'wanted', lookAt: addSeconds(refund.askedAt, refundCheckSeconds.wanted) }),
  /** The refunds whose state is to be read by an instant. */
  dueForCheck: (by: string): Range => ({ index: 'gsi2', pk: dueList, from: '0', to: by }),
  of: ({ paymentId }: PaymentId) =>
    all<Refund>({ pk: partition(paymentId), ...startingWith('REFUND#'), consistent: true }),
}

type PayLinkId = { payId: string }
/**
 * A link by which anyone who has it can pay without signing in: the fees of a user's players in a club, or single fees. Its id is the
 * secret.
 */
export type PayLink = PayLinkId & {
  organizationId: string
  userId?: string
  /** The user who pays by a link for single fees, if known; it does not show them more than anyone else. */
  payerId?: string
  playerFeeIds?: string[]
  /** The fee that it was made for; the key on the index. */
  about?: string
  /** The registration that it pays. */
  registrationId?: string
  madeAt: string
  ends: string
  revokedAt?: string
}
/** A new id of a link, of 192 random bits. */
export const newPayId = (): string => randomBytes(24).toString('base64url')

/** A link for the fees of a user's players in a club. */
export const familyLink = (now: string, organizationId: string, userId: string): PayLink & { userId: string } => ({
  payId: newPayId(),
  organizationId,
  userId,
  madeAt: now,
  ends: addHours(now, payLinkHours),
})

/** How long a link is valid, in hours. */
export const payLinkHours = 24 * 180

const links = entity<PayLink, PayLinkId>('Payment link', {
  key: ({ payId }) => ({ pk: `PAYLINK#${payId}`, sk: 'PAYLINK' }),
  gsi2: by(['about', 'madeAt'], ({ about, madeAt }) => [`PAYLINKS#${about}`, madeAt]),
})
export const payLinks = {
  ...links,
  /** The links that were made for a fee. */
  of: (playerFeeId: string) => all<PayLink>({ index: 'gsi2', pk: `PAYLINKS#${playerFeeId}`, from: '0', to: '9' }),
}

type DisputeId = PaymentId & { disputeId: string }
/**
 * A dispute (chargeback) of a payment, or an `inquiry` before one, in cents; `fee`: the provider's fee for it; `dueBy`: until when the club
 * may respond.
 */
export type Dispute = DisputeId & {
  cents: number
  status: 'open' | 'inquiry' | 'won' | 'lost'
  reason: string
  dueBy?: string
  withdrawn: number
  fee: number
  openedAt: string
}
const disputeRows = entity<Dispute, DisputeId>('Dispute', {
  key: ({ paymentId, disputeId }) => ({ pk: partition(paymentId), sk: `DISPUTE#${disputeId}` }),
})
export const disputes = {
  ...disputeRows,
  of: ({ paymentId }: PaymentId) =>
    all<Dispute>({ pk: partition(paymentId), ...startingWith('DISPUTE#'), consistent: true }),
}
