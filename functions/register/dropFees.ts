import { registrationPlayerOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { cancelStep, unreturnedCents, surchargeOf } from '../table/cancelFees.ts'
import { changeWrites, changeFee, transferPostings, type Step } from '../table/feeBooks.ts'
import { type Fee, feePayments, fees } from '../table/fees.ts'
import { ignore } from '../table/ignore.ts'
import { outbox } from '../table/outbox.ts'
import { isOnline } from '../table/refunding.ts'
import { feeIdsOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { notifiedFor } from './acting.ts'
import { allFeesOf, depositFeeOf } from './deposits.ts'

/**
 * Conditions under which fees are cancelled. `beside`: writes of each of the transactions; `unpaid`: a fee that must not be paid by then;
 * `once`: writes of the transaction that cancels the fees on which nothing was paid, in place of `beside`.
 */
type Holds = { beside?: readonly Write[]; unpaid?: string | undefined; once?: readonly Write[] }
/** The place is still held and not paid: what was paid for a place that the player has is not refunded. */
export const asHeld = (entry: Stored<RegistrationEntry>): Holds => ({
  beside: [registrationEntries.check(entry, ifUnchanged(entry))],
  ...(entry.state === 'paying' && { unpaid: feeIdsOf(entry).parts[0] }),
})
/** The place is still cancelled: of two workers that handle the same late payment, one gives the place, and the other refunds nothing. */
export const asLost = (entry: RegistrationEntry): Holds => ({
  beside: [registrationEntries.check(entry, [['state', '=', 'cancelled']])],
})
/** Nothing is outstanding; what the club has waived counts as paid. */
export const isPaid = (fee: Fee): boolean => fee.state === 'open' && outstandingOf(fee) <= 0

/**
 * Cancels the fees of a place that the player does not have any more, and refunds what was paid on them. While one of them is being paid
 * all of them stay (`coming`): the payment may still buy the place, and a removed fee is not charged by the same id again.
 */
export async function dropFees(
  stamp: Stamp,
  entry: RegistrationEntry,
  holds: Holds = {},
): Promise<'coming' | 'dropped'> {
  const paid = await retryOnConflict(async () => {
    const found = await fees.getMany(allFeesOf(entry), { consistent: true })
    const charged = found.filter((fee) => fee !== undefined)
    for (const fee of charged) checkUnpaid(fee, holds)
    if (charged.some(({ paying }) => paying !== undefined)) return undefined
    const [some, none] = [charged.filter(({ paid }) => paid > 0), charged.filter(({ paid }) => paid <= 0)]
    const unpaid = none.filter(({ state }) => state === 'open')
    // In one transaction, on the condition that nobody has begun to pay one of the others.
    if (unpaid.length > 0)
      await write(
        stamp,
        ...changeWrites(
          stamp,
          unpaid.map((fee) => ({ fee, step: takenBack(fee) })),
        ),
        ...some.map((fee) => fees.check(fee, ifUnchanged(fee))),
        ...(holds.once?.length ? holds.once : (holds.beside ?? [])),
      )
    return some
  })
  if (!paid) return 'coming'
  for (const { playerFeeId } of paid) await dropFee(stamp, entry, playerFeeId, holds)
  return 'dropped'
}

/** Throws `conflict` if the fee that must not be paid is paid by now: read again, the place is the player's. */
function checkUnpaid(fee: Fee, { unpaid }: Holds): void {
  if (fee.playerFeeId === unpaid && isPaid(fee)) throw new Problem('conflict')
}

/** Removes a fee on which nothing was paid. */
export const takenBack = (fee: Stored<Fee>): Step => ({
  set: 'remove',
  effect: `delete:${fee.playerFeeId}:${fee.version}`,
  postings: transferPostings(outstandingOf(fee), { from: 'assets:receivable', to: 'income:fees' }),
})

/** Cancels one fee, unless it is being paid, and refunds what was paid on it. */
export const dropFee = (stamp: Stamp, entry: RegistrationEntry, playerFeeId: string, holds: Holds = {}) =>
  changeFee(stamp, playerFeeId, async (fee) => {
    if (fee.paying !== undefined || fee.state !== 'open') return undefined
    checkUnpaid(fee, holds)
    const step = fee.paid > 0 ? await goingBack(stamp, entry, fee) : takenBack(fee)
    return step && { ...step, more: [...(step.more ?? []), ...(holds.beside ?? [])] }
  }).catch(ignore('not_found'))

/**
 * Refunds what was paid online on a fee; what was paid by hand becomes the family's credit. The mails about it are in the same
 * transaction.
 */
async function goingBack(stamp: Stamp, entry: RegistrationEntry, fee: Stored<Fee>): Promise<Step | undefined> {
  const { registrationId, playerId } = entry
  const { playerFeeId } = fee
  const isDeposit = depositFeeOf(entry)?.playerFeeId === playerFeeId
  const online = (await feePayments.of({ playerFeeId }))
    .filter((payment) => unreturnedCents(payment) > 0)
    .filter(isOnline)
  // PayPal pays into the club's own account, from which the club makes the refund itself.
  const paidOn = online.some((payment) => payment.how === 'PAYPAL') ? 'paypal' : 'refund'
  const step = await cancelStep(stamp, 'refund', { isVoid: true })(fee)
  // The family never had the place: the surcharge is refunded too.
  const paidOnline = online.reduce((sum, payment) => sum + unreturnedCents(payment), 0)
  const [cents, credit] = [paidOnline + surchargeOf(online), fee.paid - paidOnline]
  const registrationPlayerId = registrationPlayerOf(registrationId, playerId)
  const goesBack =
    online.length === 0
      ? ({ how: 'credit', cents: String(credit) } as const)
      : ({ how: paidOn, cents: String(cents), ...(credit > 0 && { credit: String(credit) }) } as const)
  const why = entry.givenUp && ({ givenUp: 'yes' } as const)
  return (
    step && {
      ...step,
      more: [
        ...(step.more ?? []),
        ...(await notifiedFor(entry, stamp.at)).map((userId) =>
          outbox.add(stamp, {
            mailId: `place-lost.${playerFeeId}${userId === entry.userId ? '' : `.${userId}`}`,
            letter: isDeposit ? 'depositBack' : 'placeLost',
            to: { userId },
            about: { registrationPlayerId, ...goesBack, ...why },
          }),
        ),
      ],
    }
  )
}
