import { organizationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { surchargesOf } from '#shared/rules/paying.ts'
import type { Paid, SavedMethod, Standing } from '../../providers/provider.ts'
import { providerOf } from '../../providers/providers.ts'
import { sumsMoved } from '../../table/feeBooks.ts'
import { type Fee, feePayments, fees } from '../../table/fees.ts'
import { ledger } from '../../table/ledger.ts'
import { type PaymentAccount, paymentAccounts } from '../../table/paymentAccounts.ts'
import { type Payment, payments, refunds } from '../../table/payments.ts'
import { savedCards } from '../../table/savedCards.ts'
import { untilSettled, update, write } from '../../table/table.ts'
import { asRead, type Kept, type Stamp, type Write } from '../../table/writes.ts'
import { keepCard, keeperOf } from './keepCard.ts'
import { noteAccount } from './noteAccount.ts'
import { isThoughtPaid, notComeFor, receiptFor } from './receiptFor.ts'
import { clearingOf, takenEntry } from './taken.ts'

/** For so long at least a provider knows the key of a request again; after that it is looked for before it is asked. In hours. */
export const keyHours = 20

/** For so long after its page has ended a payment may come from a bank, in hours: that takes five working days, and holidays. */
const bankHours = 10 * 24

/**
 * What is true at the provider becomes true here. The payer's return, webhooks, the sweeper and whoever wants to pay the same
 * fee all run this, in any order and as often as they like: a payment is booked once, in one transaction with its fees and
 * the ledger. Undefined for a payment that is not there. `known`: as whoever asks has just read it.
 */
export const settle = (stamp: Stamp, paymentId: string, known?: Kept<Payment>): Promise<Kept<Payment> | undefined> =>
  settled(stamp, paymentId, 'complete', known)

/** The same, but a payment that is still open is ended. */
export const endPayment = (stamp: Stamp, paymentId: string): Promise<Kept<Payment> | undefined> =>
  settled(stamp, paymentId, 'cancel')

function settled(stamp: Stamp, paymentId: string, how: 'complete' | 'cancel', known?: Kept<Payment>) {
  const read = () => payments.get({ paymentId }, { consistent: true })
  let first = known
  return untilSettled(async () => {
    const payment = first ?? (await read())
    // What was refused as a conflict has changed: it is read anew.
    first = undefined
    if (!payment || isSettled(payment)) return payment
    await settleNow(stamp, payment, how)
    return read()
  })
}

async function settleNow(stamp: Stamp, payment: Kept<Payment>, how: 'complete' | 'cancel'): Promise<void> {
  const { paymentId, reference, state, ends, amount: cents, token, askedAt } = payment
  // The provider may never have heard of it: nobody was sent to a page whose address we do not know.
  if (reference === undefined && payment.card) return charge(stamp, payment, payment.card)
  if (reference === undefined) return become(stamp, payment, unknownStanding(stamp, payment, how))
  const isEnding = how === 'cancel' && state !== 'processing'
  // The fees are read beside the account: each is written on the condition that it still is as it was then.
  const found = isEnding ? undefined : feesOf(payment)
  found?.catch(() => {}) // Awaited where they are booked.
  const account = await accountOf(payment)
  const provider = providerOf(account)
  const asked = { account, paymentId, reference, cents, token, askedAt, now: stamp.at }
  // What is being taken, or on its way, is ended no more.
  let standing = await (isEnding ? provider.cancel(asked) : provider.complete(asked))
  if (standing.as === 'open' && stamp.at >= ends) standing = await provider.cancel(asked)
  if (standing.as === 'gone') return unseen(stamp, payment, isEnding)
  if (account.provider === 'PAYPAL') await noteAccount(stamp, account, standing)
  if (standing.as !== 'approved' || !provider.take) return become(stamp, payment, standing, found)
  // First it is written that it is taken: whoever wants to end it then finds that, and nothing is taken of what has ended.
  const taking = state === 'processing' ? payment : await set(stamp, payment, { state: 'processing' })
  const taken = await provider.take(asked)
  await noteAccount(stamp, account, taken)
  return become(stamp, taking, taken, found)
}

/**
 * What the provider says nothing of any more ends when its page has, when somebody pays instead, or once what a bank was to bring
 * has come or will not: its club sees it at the provider, and puts down by hand what it has got.
 */
async function unseen(stamp: Stamp, payment: Kept<Payment>, isEnding: boolean): Promise<void> {
  const { ends, state, waitsSince } = payment
  const isOver = state === 'processing' ? stamp.at >= addHours(ends, bankHours) : isEnding || stamp.at >= ends
  if (state !== 'paid' && isOver) return close(stamp, payment, { unseen: true })
  // Of what is paid it is not said any more what was taken of it: that is waited for no longer.
  const change = state === 'paid' ? { waitsSince: undefined } : { unseen: true as const }
  if (state === 'paid' ? waitsSince !== undefined : payment.unseen === undefined) await set(stamp, payment, change)
}

/** Charges a saved card, or hears what has become of that: by the same key it is the same charge. */
async function charge(stamp: Stamp, payment: Kept<Payment>, card: SavedMethod): Promise<void> {
  const { paymentId, amount: cents, platformCents, askedAt } = payment
  const account = await accountOf(payment)
  const { chargeSaved } = providerOf(account)
  if (!chargeSaved) throw new Problem('payments_off')
  const isOld = stamp.at > addHours(askedAt ?? stamp.at, keyHours)
  const { reference, standing } = await chargeSaved({ paymentId, account, cents, platformCents, ...card, isOld })
  // Written with what has become of it.
  return become(stamp, { ...payment, ...(reference !== undefined && { reference }) }, standing)
}

/** Nothing more will become of it, as far as we have to know. */
const isSettled = ({ state, taken }: Payment) => state === 'closed' || (state === 'paid' && taken !== undefined)

/** A page that nobody was sent to is closed as soon as it could not be used any more, or when somebody pays instead. */
const unknownStanding = ({ at }: Stamp, { ends }: Payment, how: 'complete' | 'cancel'): Standing =>
  at >= ends || how === 'cancel' ? { as: 'closed' } : { as: 'open' }

type Found = ReturnType<typeof feesOf>

/** Writes how a payment stands by now. `found`: its fees, where they were read a moment ago. */
export async function become(stamp: Stamp, payment: Kept<Payment>, standing: Standing, found?: Found): Promise<void> {
  const { state } = payment
  switch (standing.as) {
    case 'paid':
      return state === 'paid' ? bookTaken(stamp, payment, standing) : bookPaid(stamp, payment, standing, found)
    case 'processing':
      return state === 'paid' ? undefined : onItsWay(stamp, payment, await (found ?? feesOf(payment)))
    case 'closed':
    case 'refused':
    case 'asks': {
      // On a page of the provider's the payer may try another card; a payment without one has ended.
      const isOnPage = payment.url !== undefined && state !== 'processing' && standing.as !== 'closed'
      const final = standing.as === 'refused' && standing.final && { isFinal: true as const }
      const why =
        standing.as === 'refused' ? { why: standing.why, ...final } : standing.as === 'asks' ? { why: 'asks' } : {}
      return state === 'paid' || isOnPage ? undefined : close(stamp, payment, why)
    }
    case 'open':
    case 'approved':
      return undefined
  }
}

const set = (stamp: Stamp, { paymentId, version }: Kept<Payment>, change: Partial<Payment>): Promise<Kept<Payment>> =>
  update(stamp, payments.change({ paymentId }, { set: change, when: asRead({ version }) }))

/** It takes some days: who keeps the club's money sees that at its fees. */
async function onItsWay(stamp: Stamp, payment: Kept<Payment>, found: Awaited<Found>): Promise<void> {
  const { paymentId, state, version } = payment
  const told = found.flatMap((fee) => (fee?.paying === paymentId && fee.status === undefined ? [fee] : []))
  if (state === 'processing' && told.length === 0) return
  await write(
    stamp,
    payments.change(
      { paymentId },
      { set: { state: 'processing', ...referenceOf(payment) }, when: asRead({ version }) },
    ),
    ...told.map((fee) => fees.change(fee, { set: { status: 'coming' }, when: asRead(fee) })),
    ...sumsMoved(told.map((fee) => ({ ...fee, before: fee, after: { ...fee, status: 'coming' } }))),
  )
}

/** Ends a payment that was not made: its fees can be paid again. */
async function close(stamp: Stamp, payment: Kept<Payment>, more: Partial<Payment>): Promise<void> {
  const { paymentId, version } = payment
  const held = (await feesOf(payment)).flatMap((fee) => (fee?.paying === paymentId ? [fee] : []))
  await write(
    stamp,
    payments.change(
      { paymentId },
      { set: { state: 'closed', ...referenceOf(payment), ...ended, ...more }, when: asRead({ version }) },
    ),
    ...held.map(unlock),
    ...(held.some((fee) => isThoughtPaid(fee, payment, more, stamp)) ? notComeFor(stamp, payment, held) : []),
    ...sumsMoved(held.map((fee) => ({ ...fee, before: fee, after: { ...fee, ...unpaying } }))),
  )
}
/** What the provider calls it: of a card that was charged, that is written with what has become of it. */
const referenceOf = ({ reference }: Payment): Partial<Payment> => (reference === undefined ? {} : { reference })
// It lies on the list of those that wait no more.
const ended: Partial<Payment> = { waitsSince: undefined, url: undefined }
const unpaying: Partial<Fee> = { paying: undefined, status: undefined }
const unlock = ({ playerFeeId, version }: Kept<Fee>): Write =>
  fees.change({ playerFeeId }, { set: unpaying, when: asRead({ version }) })

const feesOf = ({ parts }: Payment) => fees.getMany(parts, { consistent: true })

/**
 * Books a payment: on each fee what is still open of it, and what is not, because it was cancelled or paid by hand meanwhile,
 * to the family's credit and on its way back.
 */
async function bookPaid(stamp: Stamp, payment: Kept<Payment>, standing: Paid, known?: Found): Promise<void> {
  const { paymentId, parts, version } = payment
  const { chargeId, cents, label } = standing
  const organizationId = organizationOf(paymentId)
  const keeper = standing.saved && keeperOf(payment)
  const [found, before] = await Promise.all([
    known ?? feesOf(payment),
    keeper && savedCards.get(keeper, { consistent: true }),
  ])
  const booked = parts.map(({ playerFeeId, cents: wanted }, i) => {
    const fee = found[i]
    const applied = fee ? Math.max(0, Math.min(wanted, outstandingOf(fee))) : 0
    return { playerFeeId, fee, applied }
  })
  const applied = booked.reduce((sum, part) => sum + part.applied, 0)
  // Where nothing was left to pay, what came on top of it goes back, too.
  const surcharge = applied > 0 ? payment.surcharge : 0
  const over = cents - applied - surcharge
  const how = payment.provider === 'PAYPAL' ? ('PAYPAL' as const) : ('CARD' as const)
  const there = booked.flatMap(({ fee, applied }) => (fee ? [{ fee, applied }] : []))
  const surcharges = surchargesOf(
    surcharge,
    there.map(({ fee, applied: cents }) => ({ cents, absorbFees: fee.absorbs ?? false })),
  )
  // What was paid over is shown with one of its fees, also where nothing was left to pay of any: should it not go back.
  const shown = there.find((part) => part.applied > 0) ?? there[0]
  await write(
    stamp,
    payments.change(
      { paymentId },
      {
        set: {
          state: 'paid',
          chargeId,
          paidAt: stamp.at,
          how,
          label,
          surcharge,
          ...referenceOf(payment),
          ...ended,
          // What the provider took comes later: until then it waits for that.
          ...(standing.takenCents === undefined
            ? { waitsSince: payment.waitsSince ?? stamp.at }
            : { taken: standing.takenCents }),
        },
        ...(over > 0 && { add: { returned: over } }),
        when: asRead({ version }),
      },
    ),
    ...there.map(({ fee, applied }) =>
      fees.change(
        { playerFeeId: fee.playerFeeId },
        {
          set: {
            paid: fee.paid + applied,
            ...(fee.paying === paymentId && unpaying),
          },
          when: asRead(fee),
        },
      ),
    ),
    ...there.flatMap(({ fee: { playerFeeId }, applied }, i) => {
      const isOver = playerFeeId === shown?.fee.playerFeeId && over > 0
      const id = { playerFeeId, paymentId, how, note: label, paidAt: stamp.at, ...(isOver && { over: true as const }) }
      if (applied > 0)
        return [feePayments.create({ ...id, cents: applied, surcharge: surcharges[i] ?? 0, givenBack: 0 })]
      return isOver ? [feePayments.create({ ...id, cents: over, givenBack: over })] : []
    }),
    ...sumsMoved(
      there.map(({ fee, applied }) => ({
        playerFeeId: fee.playerFeeId,
        before: fee,
        after: { ...fee, paid: fee.paid + applied, ...(fee.paying === paymentId && unpaying) },
      })),
    ),
    ledger.book({
      organizationId,
      effect: `charge:${chargeId}`,
      bookedAt: stamp.at,
      about: paymentId,
      postings: [
        { account: clearingOf(payment), cents },
        { account: 'assets:receivable', cents: -applied },
        { account: 'income:surcharge', cents: -surcharge },
        { account: 'liabilities:credit', cents: -over },
      ],
    }),
    ...(over > 0
      ? [
          refunds.want({
            paymentId,
            refundId: 'over',
            cents: over,
            withFee: true,
            about: (shown?.fee ?? parts[0])?.playerFeeId,
            askedAt: stamp.at,
          }),
        ]
      : []),
    ...takenEntry(stamp, payment, standing),
    ...(standing.saved ? keepCard(stamp, payment, { label, saved: standing.saved, before }) : []),
    ...receiptFor(stamp, payment),
  )
}

/** What was taken of it, once it is known. */
async function bookTaken(stamp: Stamp, payment: Kept<Payment>, standing: Paid): Promise<void> {
  const { paymentId, version } = payment
  if (standing.takenCents === undefined || payment.taken !== undefined) return
  await write(
    stamp,
    payments.change({ paymentId }, { set: { taken: standing.takenCents, ...ended }, when: asRead({ version }) }),
    ...takenEntry(stamp, payment, standing),
  )
}

export async function accountOf({ paymentAccountId }: { paymentAccountId: string }): Promise<Kept<PaymentAccount>> {
  const account = await paymentAccounts.get({ paymentAccountId }, { consistent: true })
  if (!account) throw new Problem('payments_off')
  return account
}
