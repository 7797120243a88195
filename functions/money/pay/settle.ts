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
import { bookPaid, bookProviderFee } from './bookPaid.ts'
import { storeAccountState } from './storeAccountState.ts'
import { endedFields, feesOf, referenceOf, clearedPaying } from './payingFees.ts'
import { wasShownAsPaid, paymentFailedMails } from './receiptFor.ts'

/** For how many hours every provider recognizes an idempotency key. Later, a charge is looked up before it is requested again. */
export const keyHours = 20

/** Hours after the end of its page in which a bank transfer may still arrive: five working days, plus holidays. */
const bankHours = 10 * 24

/**
 * Asks the provider for the state of a payment, and writes it here. The payer's return, webhooks, the sweeper and anybody who
 * wants to pay the same fee all run this, in any order and any number of times: a payment is booked once, in one transaction with
 * its fees and the ledger. Returns the resulting payment; undefined if there is none. `paymentRead`: the payment, if it was just read.
 */
export const settle = (
  stamp: Stamp,
  paymentId: string,
  paymentRead?: Stored<Payment>,
): Promise<Stored<Payment> | undefined> => settleWith(stamp, paymentId, 'complete', paymentRead)

/** The same, but a payment that is still open is cancelled. */
export const endPayment = (stamp: Stamp, paymentId: string): Promise<Stored<Payment> | undefined> =>
  settleWith(stamp, paymentId, 'cancel')

function settleWith(stamp: Stamp, paymentId: string, mode: 'complete' | 'cancel', paymentRead?: Stored<Payment>) {
  const read = () => payments.get({ paymentId }, { consistent: true })
  let initial = paymentRead
  return retryOnConflict(async () => {
    const payment = initial ?? (await read())
    // After a conflict it is read again, since it has changed.
    initial = undefined
    if (!payment || isSettled(payment)) return payment
    await settleAtProvider(stamp, payment, mode)
    return read()
  })
}

async function settleAtProvider(stamp: Stamp, payment: Stored<Payment>, mode: 'complete' | 'cancel'): Promise<void> {
  const { paymentId, reference, state, ends, amount: cents, token, askedAt } = payment
  // The provider may not know the payment: without a reference, nobody was sent to its page.
  if (reference === undefined && payment.card) return settleSavedCardCharge(stamp, payment, payment.card)
  if (reference === undefined) return applyStatus(stamp, payment, statusWithoutPage(stamp, payment, mode))
  const isEnding = mode === 'cancel' && state !== 'processing'
  // The fees are read at the same time as the account; each is written on the condition that it is unchanged.
  const feesRead = isEnding ? undefined : feesOf(payment)
  feesRead?.catch(() => {}) // Awaited where they are booked.
  const account = await accountOf(payment)
  const provider = providerOf(account)
  const lookup = { account, paymentId, reference, cents, token, askedAt, now: stamp.at }
  // A payment that is processing is not cancelled any more.
  let status = await (isEnding ? provider.cancel(lookup) : provider.complete(lookup))
  if (status.as === 'open' && stamp.at >= ends) status = await provider.cancel(lookup)
  if (status.as === 'gone') return settleUnreadable(stamp, payment, isEnding)
  if (account.provider === 'PAYPAL') await storeAccountState(stamp, account, status)
  if (status.as !== 'approved' || !provider.capture) return applyStatus(stamp, payment, status, feesRead)
  // `processing` is written before the money is captured: a caller that wants to cancel it then sees that, and a cancelled
  // payment is never captured.
  const capturing = state === 'processing' ? payment : await setPayment(stamp, payment, { state: 'processing' })
  const captured = await provider.capture(lookup)
  await storeAccountState(stamp, account, captured)
  return applyStatus(stamp, capturing, captured, feesRead)
}

/**
 * A payment that the provider does not report any more is closed when its page has ended, when another payment replaces it, or
 * when a bank transfer would have arrived: the club sees it at the provider, and enters by hand what it has received.
 */
async function settleUnreadable(stamp: Stamp, payment: Stored<Payment>, isEnding: boolean): Promise<void> {
  const { ends, state, waitsSince } = payment
  const isOver = state === 'processing' ? stamp.at >= addHours(ends, bankHours) : isEnding || stamp.at >= ends
  if (state !== 'paid' && isOver) return closePayment(stamp, payment, { unseen: true })
  // For a paid one, the provider's fee will never be known, so it is not waited for any longer.
  const change = state === 'paid' ? { waitsSince: undefined } : { unseen: true as const }
  if (state === 'paid' ? waitsSince !== undefined : payment.unseen === undefined)
    await setPayment(stamp, payment, change)
}

/** Charges a saved card, or reads the result of that charge: with the same idempotency key it is the same charge. */
async function settleSavedCardCharge(stamp: Stamp, payment: Stored<Payment>, card: SavedMethod): Promise<void> {
  const { paymentId, amount: cents, platformCents, askedAt } = payment
  const account = await accountOf(payment)
  const { chargeSaved } = providerOf(account)
  if (!chargeSaved) throw new Problem('payments_off')
  const isOld = stamp.at > addHours(askedAt ?? stamp.at, keyHours)
  const { reference, status } = await chargeSaved({ paymentId, account, cents, platformCents, ...card, isOld })
  // The reference is written together with the result.
  return applyStatus(stamp, { ...payment, ...(reference !== undefined && { reference }) }, status)
}

/** Whether nothing about a payment will change any more. */
const isSettled = ({ state, taken }: Payment) => state === 'closed' || (state === 'paid' && taken !== undefined)

/** The state of a payment whose page nobody was sent to: closed once the page has ended, or when another payment replaces it. */
const statusWithoutPage = ({ at }: Stamp, { ends }: Payment, mode: 'complete' | 'cancel'): PaymentStatus =>
  at >= ends || mode === 'cancel' ? { as: 'closed' } : { as: 'open' }

type FeesRead = ReturnType<typeof feesOf>

/** Writes the state that the provider reports. `feesRead`: the payment's fees, if they were just read. */
export async function applyStatus(
  stamp: Stamp,
  payment: Stored<Payment>,
  status: PaymentStatus,
  feesRead?: FeesRead,
): Promise<void> {
  const { state } = payment
  switch (status.as) {
    case 'paid':
      return state === 'paid' ? bookProviderFee(stamp, payment, status) : bookPaid(stamp, payment, status, feesRead)
    case 'processing':
      return state === 'paid' ? undefined : markPending(stamp, payment, await (feesRead ?? feesOf(payment)))
    case 'closed':
    case 'refused':
    case 'asks': {
      // On the provider's page the payer may try another card; a payment without a page has ended.
      const isOnPage = payment.url !== undefined && state !== 'processing' && status.as !== 'closed'
      const final = status.as === 'refused' && status.final && { isFinal: true as const }
      const reason =
        status.as === 'refused' ? { why: status.why, ...final } : status.as === 'asks' ? { why: 'asks' } : {}
      return state === 'paid' || isOnPage ? undefined : closePayment(stamp, payment, reason)
    }
    case 'open':
    case 'approved':
      return undefined
  }
}

const setPayment = (
  stamp: Stamp,
  { paymentId, version }: Stored<Payment>,
  change: Partial<Payment>,
): Promise<Stored<Payment>> =>
  update(stamp, payments.change({ paymentId }, { set: change, when: ifUnchanged({ version }) }))

/** The money takes some days: its fees get the status `coming`, which the club's treasurer sees. */
async function markPending(stamp: Stamp, payment: Stored<Payment>, feesRead: Awaited<FeesRead>): Promise<void> {
  const { paymentId, state, version } = payment
  const affected = feesRead.flatMap((fee) => (fee?.paying === paymentId && fee.status === undefined ? [fee] : []))
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
async function closePayment(stamp: Stamp, payment: Stored<Payment>, moreFields: Partial<Payment>): Promise<void> {
  const { paymentId, version } = payment
  const lockedFees = (await feesOf(payment)).flatMap((fee) => (fee?.paying === paymentId ? [fee] : []))
  await write(
    stamp,
    payments.change(
      { paymentId },
      {
        set: { state: 'closed', ...referenceOf(payment), ...endedFields, ...moreFields },
        when: ifUnchanged({ version }),
      },
    ),
    ...lockedFees.map(unlockWrite),
    ...(lockedFees.some((fee) => wasShownAsPaid(fee, payment, moreFields, stamp))
      ? paymentFailedMails(stamp, payment, lockedFees)
      : []),
    ...daySumWrites(lockedFees.map((fee) => ({ ...fee, before: fee, after: { ...fee, ...clearedPaying } }))),
  )
}
const unlockWrite = ({ playerFeeId, version }: Stored<Fee>): Write =>
  fees.change({ playerFeeId }, { set: clearedPaying, when: ifUnchanged({ version }) })

export async function accountOf({ paymentAccountId }: { paymentAccountId: string }): Promise<Stored<PaymentAccount>> {
  const account = await paymentAccounts.get({ paymentAccountId }, { consistent: true })
  if (!account) throw new Problem('payments_off')
  return account
}
