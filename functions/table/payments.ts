import { randomBytes } from 'node:crypto'
import type { ManualMethod, OnlineMethod } from '#shared/rules/fees.ts'
import type { ProviderName } from '#shared/rules/processors.ts'
import { addHours, addSeconds } from '#shared/rules/days.ts'
import { by, entity } from './entity.ts'
import { all, type Range, startingWith } from './table.ts'

export type PaymentId = { paymentId: string }
/**
 * A payment online, of one fee or several of one club. It is written before the provider hears of it.
 *   starting    the provider may have been asked, and we do not know its answer
 *   open        the payer is on the provider's page
 *   processing  the money is on its way
 *   paid        booked
 *   closed      ended without being paid
 */
export type Payment = PaymentId & {
  paymentAccountId: string
  provider: ProviderName
  state: 'starting' | 'open' | 'processing' | 'paid' | 'closed'
  /** What is paid of each fee, in cents. */
  parts: { playerFeeId: string; name: string; cents: number }[]
  /** What is charged in all, what of it the family bears of the processing fee, and what of it is the platform's. */
  amount: number
  surcharge: number
  platformCents: number
  /** A card that is charged without its owner being there; when it was asked first. */
  card?: { customer: string; method: string }
  askedAt?: string
  /** What stands for the card that was typed for it on our page: it is charged once, and of no use after two minutes. */
  token?: string
  /** Its card is kept, for what falls due later. */
  saves?: true
  /** The same card is not to be tried again. */
  isFinal?: true
  /** In which language the provider's page is: English, unless this says otherwise. */
  language?: 'es'
  /** The link by which it was started; who pays, where that is known. */
  payId?: string
  payerId?: string
  /** Until when the payer may pay. */
  ends: string
  /** Since when it waits to be settled: it lies on the list of those that do. */
  waitsSince?: string
  reference?: string
  url?: string
  chargeId?: string
  /** What the provider took, once it has said so. */
  taken?: number
  how?: OnlineMethod
  label?: string
  paidAt?: string
  /** A dispute of it was lost. */
  isLost?: true
  /** So much of what was to be given back of it the payer's bank has given them: it is nobody's credit, should it not arrive. */
  backByBank?: number
  /** What was asked to be given back of it. */
  returned: number
  /**
   * The refund that its provider is asked for, where one goes after the other; until when that may be under way, and what had
   * gone back at the provider before it.
   */
  givingBack?: { refundId: string; until: string; from: number }
  why?: string
  /** Its club has left the provider before it was known what becomes of it: nobody says any more whether it was charged. */
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
  /** Those that wait to be settled, since before an instant: the ones that wait longest come first. */
  waitingSince: (before: string): Range => ({ index: 'gsi2', pk: waiting, from: '0', to: before }),
}

type RefundId = PaymentId & { refundId: string }
/**
 * What is to be given back of a payment: it stands in the family’s credit from when it is asked until it has left the club's
 * account at the provider, and again when it comes back there.
 *   wanted      to be asked of the provider
 *   processing  on its way to the payer: it may still come back
 *   done        given back
 *   refused     the provider will not, or it came back: it stays in the family’s credit
 */
export type Refund = RefundId & {
  cents: number
  /** What of them came on top of the fee, for the processing. */
  surcharge?: number
  state: 'wanted' | 'processing' | 'done' | 'refused'
  /** The fee of which it is given back; of what was paid over, of none. */
  about?: string | undefined
  /** The platform’s share goes back too. */
  withFee?: true | undefined
  /** The family was told when it was asked for: they are told again only if it does not arrive. */
  isTold?: true | undefined
  askedAt: string
  /** How often it was asked anew after it was refused: each time is a refund of its own at the provider. */
  again?: number
  /** What the platform gave back with it, in cents. */
  feeBack?: number
  /** When it is looked at, should no notice come before: only while it is not at its end. */
  lookAt?: string
  providerRefundId?: string
  why?: string
  /** The provider would not, and it was given otherwise. */
  byHand?: ManualMethod
  /** The provider would not, and the payer's bank has taken it back in a dispute; so much of it in all, in cents. */
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
/** So long a refund is left to the worker that asks for it; and to the provider, once it is on its way or where it has to wait. In seconds. */
export const refundPatience = { wanted: 900, waits: 21_600, processing: 86_400 }
export const refunds = {
  ...refundRows,
  /** A refund that is asked of the provider from now on. */
  want: (refund: Omit<Refund, 'state' | 'lookAt'>) =>
    refundRows.create({ ...refund, state: 'wanted', lookAt: addSeconds(refund.askedAt, refundPatience.wanted) }),
  /** Those that are to be looked at by an instant. */
  toLookAt: (by: string): Range => ({ index: 'gsi2', pk: looking, from: '0', to: by }),
  of: ({ paymentId }: PaymentId) =>
    all<Refund>({ pk: partition(paymentId), ...startingWith('REFUND#'), consistent: true }),
}

type PayLinkId = { payId: string }
/**
 * A link by which somebody pays without signing in: whoever has it may. It stands for what a person’s players owe a club, or
 * for these fees alone. Its id is the secret.
 */
export type PayLink = PayLinkId & {
  organizationId: string
  userId?: string
  /** Who pays by a link that stands for these fees alone, where that is known: it shows them no more than it shows anybody. */
  payerId?: string
  playerFeeIds?: string[]
  /** The fee that it was made for, by which it is found again. */
  about?: string
  /** The registration whose players it pays. */
  registrationId?: string
  madeAt: string
  ends: string
  revokedAt?: string
}
/** A link that nobody guesses: 192 random bits. */
export const newPayId = (): string => randomBytes(24).toString('base64url')

/** A link by which somebody pays what their players owe a club. */
export const familyLink = (now: string, organizationId: string, userId: string): PayLink & { userId: string } => ({
  payId: newPayId(),
  organizationId,
  userId,
  madeAt: now,
  ends: addHours(now, payLinkHours),
})

/** How long such a link can be used, in hours. */
export const payLinkHours = 24 * 180

const links = entity<PayLink, PayLinkId>('Payment link', {
  key: ({ payId }) => ({ pk: `PAYLINK#${payId}`, sk: 'PAYLINK' }),
  gsi2: by(['about', 'madeAt'], ({ about, madeAt }) => [`PAYLINKS#${about}`, madeAt]),
})
export const payLinks = {
  ...links,
  /** Those that were made for a fee. */
  of: (playerFeeId: string) => all<PayLink>({ index: 'gsi2', pk: `PAYLINKS#${playerFeeId}`, from: '0', to: '9' }),
}

type DisputeId = PaymentId & { disputeId: string }
/** A payment that its payer's bank has taken back, or asks about before that (`inquiry`), in cents; `fee` is what the provider asks for it, `dueBy` until when the club may answer. */
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
