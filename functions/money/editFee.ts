import type { money } from '#shared/api/money.ts'
import { organizationOf, playerOf, registrationOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import type { CallOf } from '../serve.ts'
import { type Fee, feePayments } from '../table/fees.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import { cancelStep, unreturnedCents } from '../table/cancelFees.ts'
import { changeFee, transferPostings, type Step } from '../table/feeBooks.ts'
import { ledger } from '../table/ledger.ts'
import { feeIdsOf, registrationEntries } from '../table/registrationEntries.ts'
import { checkUndisputed, isOnline } from '../table/refunding.ts'
import { feeDetails } from './feeCards.ts'
import { holdsPlace } from './splitFee.ts'

/** Changes a fee. Throws `conflict` unless it has the revision that its editor saw. */
export async function updateFee({
  params: { feePlayerId },
  body,
  stamp,
}: CallOf<typeof money, 'PUT /rest-api/fee/update/{feePlayerId}'>) {
  const { name, description, amountInCents: amount, dueOn, absorbFees, revision } = body
  await changeFee(stamp, feePlayerId, (fee) => {
    const set = {
      name,
      description: description || undefined,
      amount,
      dueOn,
      absorbs: absorbFees ? (true as const) : undefined,
    }
    // The same request again, after a lost response.
    if (fee.version === revision + 1 && fee.by === stamp.actor && isSame(fee, set)) return undefined
    if (fee.version !== revision) throw new FeeChanged()
    if (fee.state === 'cancelled') throw new Problem('fee_settled')
    if (amount < fee.paid + fee.waived) throw new Problem('less_than_paid')
    return {
      set: set as Partial<Fee>,
      effect: `edit:${feePlayerId}:${revision}`,
      postings: transferPostings(amount - fee.amount, { from: 'income:fees', to: 'assets:receivable' }),
    }
  }).catch(throwConflict)
  return feeDetails(feePlayerId, stamp.at)
}

/** Another person has changed the fee; the caller has to look again. Not a `conflict`, which `changeFee` would retry in vain. */
class FeeChanged extends Error {}
function throwConflict(error: unknown): never {
  throw error instanceof FeeChanged ? new Problem('conflict') : error
}

const isSame = (fee: Stored<Fee>, set: object) =>
  Object.entries(set).every(([name, value]) => fee[name as keyof Fee] === value)

/**
 * Deletes a fee; cancels it instead if a place on a registration depends on it. Refused once something was paid on it, or it was written
 * off.
 */
export async function deleteFee({
  params: { feePlayerId },
  stamp,
}: CallOf<typeof money, 'DELETE /rest-api/fee/delete/{feePlayerId}'>) {
  await changeFee(stamp, feePlayerId, async (fee) => {
    // A payment that arrives later would belong to no fee.
    if (fee.paying !== undefined) throw new Problem('being_paid')
    const payments = await feePayments.of({ playerFeeId: feePlayerId })
    const canBeDeleted = fee.waived === 0 && payments.length === 0
    // A deleted fee would not notify the registration that is waiting for it; a cancelled one does.
    if (canBeDeleted && (await holdsPlace(fee))) return cancelStep(stamp, fee, 'credit')
    if (fee.state !== 'open' || !canBeDeleted) throw new Problem('fee_has_payments')
    return {
      set: 'remove',
      effect: `delete:${feePlayerId}:${fee.version}`,
      postings: transferPostings(fee.amount, { from: 'assets:receivable', to: 'income:fees' }),
    }
  })
  return {}
}

/** Cancels a fee. What was paid becomes the family's credit or is refunded; credit can also be refunded later by the same call. */
export async function cancelFee({
  params: { feePlayerId },
  body: { paid },
  stamp,
}: CallOf<typeof money, 'POST /rest-api/fee/cancel/{feePlayerId}'>) {
  await changeFee(stamp, feePlayerId, async (fee) => {
    if (paid === 'refund')
      await checkUndisputed(
        (await feePayments.of(fee)).filter((payment) => unreturnedCents(payment) > 0 && isOnline(payment)),
      )
    return cancelStep(stamp, fee, paid)
  })
  return feeDetails(feePlayerId, stamp.at)
}

/**
 * Writes off what is outstanding of a fee; `undone` reverses that. Throws `conflict` unless the fee has the revision that the caller saw.
 */
export async function writeOffFee({
  params: { feePlayerId },
  body: { as, revision, undone },
  stamp,
}: CallOf<typeof money, 'POST /rest-api/fee/write-off/{feePlayerId}'>) {
  const effect = `${as}:${feePlayerId}:${revision}`
  if (undone) {
    await changeFee(stamp, feePlayerId, (fee) => reverseWriteOff(stamp, fee, { effect, revision })).catch(throwConflict)
    return feeDetails(feePlayerId, stamp.at)
  }
  await changeFee(stamp, feePlayerId, async (fee) => {
    if (fee.version !== revision) {
      // The same request again, after a lost response.
      const booked = await ledger.get({ organizationId: organizationOf(feePlayerId), effect }, { consistent: true })
      if (fee.version === revision + 1 && booked?.by === stamp.actor) return undefined
      throw new FeeChanged()
    }
    const openCents = outstandingOf(fee)
    if (openCents <= 0) throw new Problem('fee_settled')
    return {
      set: { waived: fee.waived + openCents },
      effect,
      postings: transferPostings(openCents, {
        from: 'assets:receivable',
        to: as === 'waived' ? 'income:reductions' : 'expenses:bad-debt',
      }),
    }
  }).catch(throwConflict)
  return feeDetails(feePlayerId, stamp.at)
}

/** Reverts a waiver or write-off: the fee is owed again, unless it has changed since. The books keep both entries. */
async function reverseWriteOff(
  stamp: Stamp,
  fee: Stored<Fee>,
  { effect, revision }: { effect: string; revision: number },
): Promise<Step | undefined> {
  const { playerFeeId, version, waived } = fee
  const organizationId = organizationOf(playerFeeId)
  const reversalEffect = `asked-again:${playerFeeId}:${revision}`
  const found = await ledger.getMany(
    [effect, reversalEffect].map((each) => ({ organizationId, effect: each })),
    { consistent: true },
  )
  const [booked, undone] = found
  // The same request again, after a lost response.
  if (undone && version === revision + 2 && undone.by === stamp.actor) return undefined
  if (!booked || version !== revision + 1) throw new FeeChanged()
  const postings = booked.postings.map(({ account, cents }) => ({ account, cents: -cents }))
  const owedAgainCents = postings.reduce((sum, { cents }) => sum + Math.max(0, cents), 0)
  return {
    set: { waived: waived - owedAgainCents },
    effect: reversalEffect,
    postings,
    more: await checkStillCharged(fee),
  }
}

/**
 * A condition that the registration still asks for the fee. A waived deposit no longer does once that was recorded: the player
 * stays on the waiting list without it, and pays the whole price for a place.
 */
async function checkStillCharged({ playerFeeId, registrationPlayerId: place }: Fee): Promise<Write[]> {
  if (place === undefined) return []
  const id = { registrationId: registrationOf(place), playerId: playerOf(place) }
  const entry = await registrationEntries.get(id, { consistent: true })
  if (!entry) return []
  const { parts, deposit } = feeIdsOf(entry)
  const chargedIds = entry.state === 'waiting' ? [deposit] : parts
  if (!chargedIds.includes(playerFeeId)) throw new Problem('fee_settled')
  return [registrationEntries.check(entry, ifUnchanged(entry))]
}
