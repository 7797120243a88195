import { feeOf, registrationPlayerOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { sharesOf } from '#shared/rules/money.ts'
import { partsAt } from '#shared/rules/register/price.ts'
import { cancelStep } from '../table/cancelFees.ts'
import { chargeWrites } from '../table/chargeFees.ts'
import { changeWrites, transferPostings, type Step } from '../table/feeBooks.ts'
import { type Fee, fees } from '../table/fees.ts'
import { partFeeIdOf, type RegistrationEntry } from '../table/registrationEntries.ts'
import type { Stored, Stamp, Write } from '../table/writes.ts'
import { feeIdOf } from './feeIds.ts'
import type { LaunchedRegistration } from './launchedRegistration.ts'
import { feeFor } from './land.ts'

type FeeChanges = { set: Partial<RegistrationEntry>; writes: Write[] }
/**
 * The changes of fees for a new price. A higher one is added to the last open part; a lower one is taken off the last parts, as far as they
 * are not paid; in a part that is split between two homes, both change. If no part is owed, the difference becomes a new fee. On the
 * waiting list nothing is owed yet.
 */
export async function changeOwedFees(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  price: number,
  { today, registration }: LaunchedRegistration,
): Promise<FeeChanges> {
  const difference = price - entry.priceInCents
  if (difference === 0) return { set: {}, writes: [] }
  if (entry.state === 'waiting') {
    if (price < (entry.deposit?.cents ?? 0)) throw new Problem('less_than_paid')
    return { set: { parts: partsAt(price, entry, today) }, writes: [] }
  }
  const feesByPart = await feesByPartOf(entry)
  const parts = [...entry.parts]
  const steps: { fee: Stored<Fee>; step: Step }[] = []
  let remaining = difference
  for (const [i, part] of [...entry.parts.entries()].toReversed()) {
    const openFees = (feesByPart[i] ?? []).filter(({ state }) => state === 'open')
    const [first] = openFees
    const change = Math.max(remaining, -sumOf(openFees.map(openCentsOf)))
    if (!first || change === 0) continue
    // Both homes bear the difference in proportion.
    const shares = sharesOf(
      Math.abs(change),
      openFees.map((fee) => (change > 0 ? fee.amount : openCentsOf(fee))),
    )
    for (const [home, fee] of openFees.entries()) {
      const share = Math.sign(change) * (shares[home] ?? 0)
      if (share === 0) continue
      if (fee.paying !== undefined) throw new Problem('being_paid')
      const step =
        fee.amount + share === 0
          ? await cancelStep(stamp, fee, 'credit')
          : amountStep(fee, share, newDueDay(fee, { by: change, today }))
      if (step) steps.push({ fee, step })
    }
    parts[i] = {
      amountInCents: Math.max(0, part.amountInCents + change),
      dueOn: newDueDay(first, { by: change, today }),
    }
    remaining -= change
  }
  const isNoneOwed = parts.every(({ amountInCents }) => amountInCents === 0)
  if (remaining > 0 && isNoneOwed) return chargeNewFee(stamp, entry, registration, { cents: remaining, dueOn: today })
  if (remaining !== 0) throw new Problem(remaining > 0 ? 'charge_cancelled' : 'less_than_paid')
  return { set: { parts }, writes: changeWrites(stamp, steps) }
}

/**
 * One new fee, for an entry that owes nothing: with a new id if there were parts before, since a cancelled fee is not charged by the same
 * id again.
 */
function chargeNewFee(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
  registration: LaunchedRegistration['registration'],
  { cents: amount, dueOn }: { cents: number; dueOn: string },
) {
  const { registrationId, playerId } = entry
  const parts = [{ amountInCents: amount, dueOn }]
  const about = registrationPlayerOf(registrationId, playerId)
  const feeId = entry.parts.length === 0 ? entry.feeId : feeIdOf(about, `${stamp.at} ${entry.version}`)
  const { name } = registration
  const playerFeeId = partFeeIdOf({ playerId, feeId, parts })
  const fee = feeFor(entry, registration, { playerFeeId, name, amount, dueOn })
  return { set: { feeId, parts, payBy: 'BILL' as const }, writes: chargeWrites(stamp, [fee]) }
}

/**
 * The fees of each part, in their order: first its own, then those that were split off for another home. These are read after it, so that a
 * split in between is a conflict on the first.
 */
async function feesByPartOf(entry: Stored<RegistrationEntry>): Promise<Stored<Fee>[][]> {
  const ids = entry.parts.map((_, i) => partFeeIdOf(entry, i))
  const ownFees = await fees.getMany(
    ids.map((playerFeeId) => ({ playerFeeId })),
    { consistent: true },
  )
  const isWhole = ownFees.every((fee) => fee !== undefined && fee.splitAt === undefined)
  const playerFees = isWhole ? [] : await fees.ofPlayer(entry.playerId, { consistent: true })
  return ids.map((id, i) => [
    ...(ownFees[i] ? [ownFees[i]] : []),
    ...playerFees.filter(({ partOf }) => partOf === feeOf(id)),
  ])
}

const openCentsOf = (fee: Fee): number => Math.max(0, outstandingOf(fee))
const sumOf = (cents: readonly number[]): number => cents.reduce((sum, each) => sum + each, 0)
/** The due day: an amount that is added is due today at the earliest. */
const newDueDay = ({ dueOn }: Fee, { by, today }: { by: number; today: string }): string =>
  by > 0 && dueOn < today ? today : dueOn

const amountStep = (fee: Stored<Fee>, by: number, dueOn: string): Step => ({
  set: { amount: fee.amount + by, dueOn },
  effect: `choice:${fee.playerFeeId}:${fee.version}`,
  postings: transferPostings(by, { from: 'income:fees', to: 'assets:receivable' }),
})
