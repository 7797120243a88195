import { feeOf } from '#shared/ids.ts'
import { outstandingOf } from '#shared/rules/fees.ts'
import { type Fee, fees } from '../table/fees.ts'
import { feeIdsOf, type RegistrationEntry } from '../table/registrationEntries.ts'

export type Payment = { paidInCents: number; openInCents: number; comingInCents: number }

/**
 * The sums paid, outstanding and pending of each entry's fees, in one batch read, and one more for split fees. Null for an entry on the
 * waiting list, which is only charged a deposit.
 */
export async function paymentsOf(entries: readonly RegistrationEntry[]): Promise<(Payment | null)[]> {
  const isCharged = ({ state }: RegistrationEntry) => state !== 'waiting' && state !== 'offered'
  const ids = entries.map((entry) => {
    const { parts, deposit } = feeIdsOf(entry)
    return isCharged(entry) ? [...parts, ...(deposit ? [deposit] : [])] : []
  })
  const feeIds = ids.flat().map((playerFeeId) => ({ playerFeeId }))
  const rows = await fees.getMany(feeIds)
  const feesById = new Map(feeIds.flatMap(({ playerFeeId }, i) => (rows[i] ? [[playerFeeId, rows[i]] as const] : [])))
  return Promise.all(
    entries.map(async (entry, i) => (isCharged(entry) ? paymentOf(entry, ids[i] ?? [], feesById) : null)),
  )
}

async function paymentOf(entry: RegistrationEntry, ids: readonly string[], feesById: ReadonlyMap<string, Fee>) {
  const entryFees = ids.flatMap((id) => feesById.get(id) ?? [])
  const all = entryFees.some(({ splitAt }) => splitAt !== undefined)
    ? [...entryFees, ...(await otherHomeFees(entry, ids))]
    : entryFees
  // Parts that are not charged yet count as open: they will be in a moment.
  const uncharged = entry.parts.filter((_, i) => entry.state !== 'cancelled' && !feesById.has(ids[i] ?? ''))
  return {
    paidInCents: all.reduce((sum, { paid }) => sum + paid, 0),
    // Part of what is open: bank payments take some days.
    comingInCents: all.reduce((sum, fee) => sum + (fee.status === 'coming' ? outstandingOf(fee) : 0), 0),
    openInCents:
      all.reduce((sum, fee) => sum + outstandingOf(fee), 0) +
      uncharged.reduce((sum, { amountInCents }) => sum + amountInCents, 0),
  }
}

async function otherHomeFees({ playerId }: RegistrationEntry, ids: readonly string[]): Promise<Fee[]> {
  const wholeFeeIds = new Set(ids.map(feeOf))
  return (await fees.ofPlayer(playerId)).filter(({ partOf }) => partOf !== undefined && wholeFeeIds.has(partOf))
}
