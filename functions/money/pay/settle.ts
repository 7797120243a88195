import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import type { SavedMethod, PaymentStatus } from '../../providers/provider.ts'
import { providerOf } from '../../providers/providers.ts'
import { daySumWrites } from '../../table/feeBooks.ts'
import { type Fee, fees } from '../../table/fees.ts'
import { type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { type Payment, payments } from '../../table/payments.ts'
import { retryOnConflict, update, write } from '../../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../../table/writes.ts'
import { bookPaid, bookTaken } from './bookPaid.ts'
import { noteAccount } from './noteAccount.ts'
import { ended, feesOf, referenceOf, unpaying } from './payingFees.ts'
import { isThoughtPaid, notComeFor } from './receiptFor.ts'

/** For how many hours every provider recognizes an idempotency key. Later, a charge is looked up before it is requested again. */
export const keyHours = 20

/** Hours after the end of its page in which a bank transfer may still arrive: five working days, plus holidays. */
const bankHours = 10 * 24

/**
 * Asks the provider for the state of a payment, and writes it here. The payer's return, webhooks, the sweeper and anybody who
 * wants to pay the same fee all run this, in any order and any number of times: a payment is booked once, in one transaction with
 * its fees and the ledger. Returns the resulting payment; undefined if there is none. `known`: the payment, if it was just read.
 */
export const settle = (
  stamp: Stamp,
  paymentId: string,
  known?: Stored<Payment>,
): Promise<Stored<Payment> | undefined> => settled(stamp, paymentId, 'complete', known)

/** The same, but a payment that is still open is cancelled. */
export const endPayment = (stamp: Stamp, paymentId: string): Promise<Stored<Payment> | undefined> =>
  settled(stamp, paymentId, 'cancel')

function settled(stamp: Stamp, paymentId: string, how: 'complete' | 'cancel', known?: Stored<Payment>) {
  const read = () => payments.get({ paymentId }, { consistent: true })
  let first = known
  return retryOnConflict(async () => {
    const payment = first ?? (await read())
    // After a conflict it is read again, since it has changed.
    first = undefined
    if (!payment || isSettled(payment)) return payment
    await settleNow(stamp, payment, how)
    return read()
  })
}

async function settleNow(stamp: Stamp, payment: Stored<Payment>, how: 'complete' | 'cancel'): Promise<void> {
  const { paymentId, reference, state, ends, amount: cents, token, askedAt } = payment
  // The provider may not know the payment: without a reference, nobody was sent to its page.
  if (reference === undefined && payment.card) return charge(stamp, payment, payment.card)
  if (reference === undefined) return become(stamp, payment, unknownStatus(stamp, payment, how))
  const isEnding = how === 'cancel' && state !== 'processing'
  // The fees are read at the same time as the account; each is written on the condition that it is unchanged.
  const found = isEnding ? undefined : feesOf(payment)
  found?.catch(() => {}) // Awaited where they are booked.
  const account = await accountOf(payment)
  const provider = providerOf(account)
  const asked = { account, paymentId, reference, cents, token, askedAt, now: stamp.at }
  // A payment that is processing is not cancelled any more.
  let status = await (isEnding ? provider.cancel(asked) : provider.complete(asked))
  if (status.as === 'open' && stamp.at >= ends) status = await provider.cancel(asked)
  if (status.as === 'gone') return unseen(stamp, payment, isEnding)
  if (account.provider === 'PAYPAL') await noteAccount(stamp, account, status)
  if (status.as !== 'approved' || !provider.capture) return become(stamp, payment, status, found)
  // `processing` is written before the money is captured: a caller that wants to cancel it then sees that, and a cancelled
  // payment is never captured.
  const taking = state === 'processing' ? payment : await set(stamp, payment, { state: 'processing' })
  const taken = await provider.capture(asked)
  await noteAccount(stamp, account, taken)
  return become(stamp, taking, taken, found)
}

/**
 * A payment that the provider does not report any more is closed when its page has ended, when another payment replaces it, or
 * when a bank transfer would have arrived: the club sees it at the provider, and enters by hand what it has received.
 */
async function unseen(stamp: Stamp, payment: Stored<Payment>, isEnding: boolean): Promise<void> {
  const { ends, state, waitsSince } = payment
  const isOver = state === 'processing' ? stamp.at >= addHours(ends, bankHours) : isEnding || stamp.at >= ends
  if (state !== 'paid' && isOver) return close(stamp, payment, { unseen: true })
  // For a paid one, the provider's fee will never be known, so it is not waited for any longer.
  const change = state === 'paid' ? { waitsSince: undefined } : { unseen: true as const }
  if (state === 'paid' ? waitsSince !== undefined : payment.unseen === undefined) await set(stamp, payment, change)
}

/** Charges a saved card, or reads the result of that charge: with the same idempotency key it is the same charge. */
async function charge(stamp: Stamp, payment: Stored<Payment>, card: SavedMethod): Promise<void> {
  const { paymentId, amount: cents, platformCents, askedAt } = payment
  const account = await accountOf(payment)
  const { chargeSaved } = providerOf(account)
  if (!chargeSaved) throw new Problem('payments_off')
  const isOld = stamp.at > addHours(askedAt ?? stamp.at, keyHours)
  const { reference, status } = await chargeSaved({ paymentId, account, cents, platformCents, ...card, isOld })
  // The reference is written together with the result.
  return become(stamp, { ...payment, ...(reference !== undefined && { reference }) }, status)
}

/** Whether nothing about a payment will change any more. */
const isSettled = ({ state, taken }: Payment) => state === 'closed' || (state === 'paid' && taken !== undefined)

/** The state of a payment whose page nobody was sent to: closed once the page has ended, or when another payment replaces it. */
const unknownStatus = ({ at }: Stamp, { ends }: Payment, how: 'complete' | 'cancel'): PaymentStatus =>
  at >= ends || how === 'cancel' ? { as: 'closed' } : { as: 'open' }

type Found = ReturnType<typeof feesOf>

/** Writes the state that the provider reports. `found`: the payment's fees, if they were just read. */
export async function become(
  stamp: Stamp,
  payment: Stored<Payment>,
  status: PaymentStatus,
  found?: Found,
): Promise<void> {
  const { state } = payment
  switch (status.as) {
    case 'paid':
      return state === 'paid' ? bookTaken(stamp, payment, status) : bookPaid(stamp, payment, status, found)
    case 'processing':
      return state === 'paid' ? undefined : onItsWay(stamp, payment, await (found ?? feesOf(payment)))
    case 'closed':
    case 'refused':
    case 'asks': {
      // On the provider's page the payer may try another card; a payment without a page has ended.
      const isOnPage = payment.url !== undefined && state !== 'processing' && status.as !== 'closed'
      const final = status.as === 'refused' && status.final && { isFinal: true as const }
      const why = status.as === 'refused' ? { why: status.why, ...final } : status.as === 'asks' ? { why: 'asks' } : {}
      return state === 'paid' || isOnPage ? undefined : close(stamp, payment, why)
    }
    case 'open':
    case 'approved':
      return undefined
  }
}

const set = (
  stamp: Stamp,
  { paymentId, version }: Stored<Payment>,
  change: Partial<Payment>,
): Promise<Stored<Payment>> =>
  update(stamp, payments.change({ paymentId }, { set: change, when: ifUnchanged({ version }) }))

/** The money takes some days: its fees get the status `coming`, which the club's treasurer sees. */
async function onItsWay(stamp: Stamp, payment: Stored<Payment>, found: Awaited<Found>): Promise<void> {
  const { paymentId, state, version } = payment
  const affected = found.flatMap((fee) => (fee?.paying === paymentId && fee.status === undefined ? [fee] : []))
  if (state === 'processing' && affected.length === 0) return
  await write(
    stamp,
    payments.change(
      { paymentId },
      { set: { state: 'processing', ...referenceOf(payment) }, when: ifUnchanged({ version }) },
    ),
    ...affected.map((fee) => fees.change(fee, { set: { status: 'coming' }, when: ifUnchanged(fee) })),
    ...daySumWrites(affected.map((fee) => ({ ...fee, before: fee, after: { ...fee, status: 'coming' } }))),
  )
}

/** Closes a payment that was not made: its fees can be paid again. */
async function close(stamp: Stamp, payment: Stored<Payment>, more: Partial<Payment>): Promise<void> {
  const { paymentId, version } = payment
  const held = (await feesOf(payment)).flatMap((fee) => (fee?.paying === paymentId ? [fee] : []))
  await write(
    stamp,
    payments.change(
      { paymentId },
      { set: { state: 'closed', ...referenceOf(payment), ...ended, ...more }, when: ifUnchanged({ version }) },
    ),
    ...held.map(unlock),
    ...(held.some((fee) => isThoughtPaid(fee, payment, more, stamp)) ? notComeFor(stamp, payment, held) : []),
    ...daySumWrites(held.map((fee) => ({ ...fee, before: fee, after: { ...fee, ...unpaying } }))),
  )
}
const unlock = ({ playerFeeId, version }: Stored<Fee>): Write =>
  fees.change({ playerFeeId }, { set: unpaying, when: ifUnchanged({ version }) })

export async function accountOf({ paymentAccountId }: { paymentAccountId: string }): Promise<Stored<PaymentAccount>> {
  const account = await paymentAccounts.get({ paymentAccountId }, { consistent: true })
  if (!account) throw new Problem('payments_off')
  return account
}
