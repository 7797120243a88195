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
import { notifiedUserIds } from './acting.ts'
import { allFeeIdsOf, depositFeeIdOf } from './deposits.ts'

/**
 * Conditions under which fees are cancelled. `conditionWrites`: writes of each of the transactions; `unpaidFeeId`: a fee that must
 * not be paid by then; `unpaidWrites`: writes of the transaction that cancels the fees on which nothing was paid, in place of
 * `conditionWrites`.
 */
type DropConditions = {
  conditionWrites?: readonly Write[]
  unpaidFeeId?: string | undefined
  unpaidWrites?: readonly Write[]
}
/** The place is still held and not paid: what was paid for a place that the player has is not refunded. */
export const whileHeld = (entry: Stored<RegistrationEntry>): DropConditions => ({
  conditionWrites: [registrationEntries.check(entry, ifUnchanged(entry))],
  ...(entry.state === 'paying' && { unpaidFeeId: feeIdsOf(entry).parts[0] }),
})
/** The place is still cancelled: of two workers that handle the same late payment, one gives the place, and the other refunds nothing. */
export const whileCancelled = (entry: RegistrationEntry): DropConditions => ({
  conditionWrites: [registrationEntries.check(entry, [['state', '=', 'cancelled']])],
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
  conditions: DropConditions = {},
): Promise<'coming' | 'dropped'> {
  const paidFees = await retryOnConflict(async () => {
    const found = await fees.getMany(allFeeIdsOf(entry), { consistent: true })
    const charged = found.filter((fee) => fee !== undefined)
    for (const fee of charged) checkUnpaid(fee, conditions)
    if (charged.some(({ paying }) => paying !== undefined)) return undefined
    const [partlyPaid, notPaid] = [charged.filter(({ paid }) => paid > 0), charged.filter(({ paid }) => paid <= 0)]
    const openUnpaid = notPaid.filter(({ state }) => state === 'open')
    // In one transaction, on the condition that nobody has begun to pay one of the others.
    if (openUnpaid.length > 0)
      await write(
        stamp,
        ...changeWrites(
          stamp,
          openUnpaid.map((fee) => ({ fee, step: removalStep(fee) })),
        ),
        ...partlyPaid.map((fee) => fees.check(fee, ifUnchanged(fee))),
        ...(conditions.unpaidWrites?.length ? conditions.unpaidWrites : (conditions.conditionWrites ?? [])),
      )
    return partlyPaid
  })
  if (!paidFees) return 'coming'
  for (const { playerFeeId } of paidFees) await dropFee(stamp, entry, playerFeeId, conditions)
  return 'dropped'
}

/** Throws `conflict` if the fee that must not be paid is paid by now: read again, the place is the player's. */
function checkUnpaid(fee: Fee, { unpaidFeeId }: DropConditions): void {
  if (fee.playerFeeId === unpaidFeeId && isPaid(fee)) throw new Problem('conflict')
}

/** Removes a fee on which nothing was paid. */
export const removalStep = (fee: Stored<Fee>): Step => ({
  set: 'remove',
  effect: `delete:${fee.playerFeeId}:${fee.version}`,
  postings: transferPostings(outstandingOf(fee), { from: 'assets:receivable', to: 'income:fees' }),
})

/** Cancels one fee, unless it is being paid, and refunds what was paid on it. */
export const dropFee = (stamp: Stamp, entry: RegistrationEntry, playerFeeId: string, conditions: DropConditions = {}) =>
  changeFee(stamp, playerFeeId, async (fee) => {
    if (fee.paying !== undefined || fee.state !== 'open') return undefined
    checkUnpaid(fee, conditions)
    const step = fee.paid > 0 ? await refundStep(stamp, entry, fee) : removalStep(fee)
    return step && { ...step, more: [...(step.more ?? []), ...(conditions.conditionWrites ?? [])] }
  }).catch(ignore('not_found'))

/**
 * Refunds what was paid online on a fee; what was paid by hand becomes the family's credit. The mails about it are in the same
 * transaction.
 */
async function refundStep(stamp: Stamp, entry: RegistrationEntry, fee: Stored<Fee>): Promise<Step | undefined> {
  const { registrationId, playerId } = entry
  const { playerFeeId } = fee
  const isDeposit = depositFeeIdOf(entry)?.playerFeeId === playerFeeId
  const online = (await feePayments.of({ playerFeeId }))
    .filter((payment) => unreturnedCents(payment) > 0)
    .filter(isOnline)
  // PayPal pays into the club's own account, from which the club makes the refund itself.
  const refundHow = online.some((payment) => payment.how === 'PAYPAL') ? 'paypal' : 'refund'
  const step = await cancelStep(stamp, fee, 'refund', { isVoid: true })
  // The family never had the place: the surcharge is refunded too.
  const paidOnline = online.reduce((sum, payment) => sum + unreturnedCents(payment), 0)
  const [cents, credit] = [paidOnline + surchargeOf(online), fee.paid - paidOnline]
  const registrationPlayerId = registrationPlayerOf(registrationId, playerId)
  const refundFacts =
    online.length === 0
      ? ({ how: 'credit', cents: String(credit) } as const)
      : ({ how: refundHow, cents: String(cents), ...(credit > 0 && { credit: String(credit) }) } as const)
  const givenUpFact = entry.givenUp && ({ givenUp: 'yes' } as const)
  return (
    step && {
      ...step,
      more: [
        ...(step.more ?? []),
        ...(await notifiedUserIds(entry, stamp.at)).map((userId) =>
          outbox.add(stamp, {
            mailId: `place-lost.${playerFeeId}${userId === entry.userId ? '' : `.${userId}`}`,
            letter: isDeposit ? 'depositBack' : 'placeLost',
            to: { userId },
            about: { registrationPlayerId, ...refundFacts, ...givenUpFact },
          }),
        ),
      ],
    }
  )
}
