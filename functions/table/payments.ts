import { randomBytes } from 'node:crypto'
import type { ManualMethod, OnlineMethod } from '#shared/rules/fees.ts'
import type { ProviderName } from '#shared/rules/processors.ts'
import { addHours, addSeconds } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import { all, type Range, startingWith } from './table.ts'

export type PaymentId = { paymentId: string }
/**
 * An online payment for one or more fees of one club. It is stored before the provider is called.
 *   starting    the provider may have been called, and its response is unknown
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
  /** The total that is charged, the family's part of the processing fee, and the platform's share. */
  amount: number
  surcharge: number
  platformCents: number
  /** For a saved card, charged without its owner being present; `askedAt` is when it was first requested. */
  card?: { customer: string; method: string }
  askedAt?: string
  /** The token of a card that was entered on our page: it can be charged once, and expires after two minutes. */
  token?: string
  /** The card is saved for later fees. */
  saves?: true
  /** The same card must not be tried again. */
  isFinal?: true
  /** The language of the provider's page; English by default. */
  language?: 'es'
  /** The link that it was started from, and the payer if known. */
  payId?: string
  payerId?: string
  /** Until when the payer may pay. */
  ends: string
  /** Since when it is waiting to be settled; puts it on that list. */
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
  /**
   * The part of its pending refunds that the payer's bank has already returned: if such a refund fails, that part is not the
   * family's credit.
   */
  backByBank?: number
  /** The total of requested refunds. */
  returned: number
  /**
   * The refund in progress, for providers where refunds must be made one after the other; how long it may take, and how much was
   * refunded at the provider before.
   */
  givingBack?: { refundId: string; until: string; from: number }
  why?: string
  /** The club disconnected from the provider before the result was known: it cannot be found out any more. */
  unseen?: true
}

const waiting = 'PAYMENTS-WAIT'
const partition = (paymentId: string) => `PAYMENT#${paymentId}`
const rows = entity<Payment, PaymentId>('Payment', {
  key: ({ paymentId }) => ({ pk: partition(paymentId), sk: 'PAYMENT' }),
  gsi2: by(['waitsSince', 'paymentId'], ({ waitsSince, paymentId }) => [waiting, `${waitsSince}#${paymentId}`]),
})
export const payments = {
  ...rows,
  /** The payments that have been waiting to be settled since before an instant, longest first. */
  waitingSince: (before: string): Range => ({ index: 'gsi2', pk: waiting, from: '0', to: before }),
}

type RefundId = PaymentId & { refundId: string }
/**
 * A refund of a payment: it counts as the family's credit until it has left the club's account at the provider, and again if it
 * comes back.
 *   wanted      to be requested from the provider
 *   processing  on its way to the payer: it may still come back
 *   done        refunded
 *   refused     refused by the provider, or returned: it remains the family's credit
 */
export type Refund = RefundId & {
  cents: number
  /** The part of the amount that is the surcharge for processing. */
  surcharge?: number
  state: 'wanted' | 'processing' | 'done' | 'refused'
  /** The fee that is refunded; undefined for an overpayment. */
  about?: string | undefined
  /** The platform returns its share too. */
  withFee?: true | undefined
  /** The family was told when it was requested; they are told again only if it fails. */
  isTold?: true | undefined
  askedAt: string
  /** How often it was requested again after a refusal: each is a new refund at the provider. */
  again?: number
  /** How much the platform returned with it, in cents. */
  feeBack?: number
  /** When its state is checked unless an event comes first; only while it is not final. */
  lookAt?: string
  providerRefundId?: string
  why?: string
  /** The provider refused, and it was paid out by hand. */
  byHand?: ManualMethod
  /** The provider refused, and the payer's bank has returned it in a dispute; `bankCents` is the amount. */
  byBank?: true
  bankCents?: number
}
const looking = 'REFUNDS-WAIT'
const refundRows = entity<Refund, RefundId>('Refund', {
  key: ({ paymentId, refundId }) => ({ pk: partition(paymentId), sk: `REFUND#${refundId}` }),
  gsi2: by(['lookAt', 'paymentId', 'refundId'], ({ lookAt, paymentId, refundId }) => [
    looking,
    `${lookAt}#${paymentId}#${refundId}`,
  ]),
})
/**
 * In seconds: how long a refund is left to the worker that requests it, and how long to the provider, if it has to wait or is
 * processing.
 */
export const refundPatience = { wanted: 900, waits: 21_600, processing: 86_400 }
export const refunds = {
  ...refundRows,
  /** A new refund, to be requested from the provider. */
  want: (refund: Omit<Refund, 'state' | 'lookAt'>) =>
    refundRows.create({ ...refund, state: 'wanted', lookAt: addSeconds(refund.askedAt, refundPatience.wanted) }),
  /** The refunds that are due to be checked by an instant. */
  toLookAt: (by: string): Range => ({ index: 'gsi2', pk: looking, from: '0', to: by }),
  of: ({ paymentId }: PaymentId) =>
    all<Refund>({ pk: partition(paymentId), ...startingWith('REFUND#'), consistent: true }),
}

type PayLinkId = { payId: string }
/**
 * A link for paying without signing in, for anybody who has it. It covers what a person's players owe a club, or only the fees
 * listed. Its id is the secret.
 */
export type PayLink = PayLinkId & {
  organizationId: string
  userId?: string
  /** The payer of a link for listed fees, if known. The link shows them no more than anybody else. */
  payerId?: string
  playerFeeIds?: string[]
  /** The fee that it was created for, by which it is found. */
  about?: string
  /** The registration whose players it pays for. */
  registrationId?: string
  madeAt: string
  ends: string
  revokedAt?: string
}
/** An unguessable link id: 192 random bits. */
export const newPayId = (): string => randomBytes(24).toString('base64url')

/** A link for paying what a person's players owe a club. */
export const familyLink = (now: string, organizationId: string, userId: string): PayLink & { userId: string } => ({
  payId: newPayId(),
  organizationId,
  userId,
  madeAt: now,
  ends: addHours(now, payLinkHours),
})

/** How long a payment link is valid, in hours. */
export const payLinkHours = 24 * 180

const links = entity<PayLink, PayLinkId>('Payment link', {
  key: ({ payId }) => ({ pk: `PAYLINK#${payId}`, sk: 'PAYLINK' }),
  gsi2: by(['about', 'madeAt'], ({ about, madeAt }) => [`PAYLINKS#${about}`, madeAt]),
})
export const payLinks = {
  ...links,
  /** The links that were created for a fee. */
  of: (playerFeeId: string) => all<PayLink>({ index: 'gsi2', pk: `PAYLINKS#${playerFeeId}`, from: '0', to: '9' }),
}

type DisputeId = PaymentId & { disputeId: string }
/**
 * A dispute: the payer's bank has taken a payment back, or inquires about it (`inquiry`). In cents; `fee` is the provider's
 * dispute fee, `dueBy` the deadline for the club's response.
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
