import { playerFeeOf } from '#shared/ids.ts'
import { feeNameLimit, outstandingOf } from '#shared/rules/fees.ts'
import { sayTo } from '../mail/sayTo.ts'
import { changeWrites, transferPostings } from '../table/feeBooks.ts'
import { type Fee, fees } from '../table/fees.ts'
import { feeIdsOf, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { update, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import type { LaunchedRegistration } from './launchedRegistration.ts'
import { feeFor } from './land.ts'

type DepositSettings = { waitingList: boolean; depositInCents?: number | null }
/** The deposit for the waiting list, in cents; 0 without one. */
export const depositCentsOf = ({ waitingList, depositInCents = null }: DepositSettings): number =>
  waitingList ? (depositInCents ?? 0) : 0
/** The deposit for one player: at most the price. */
export const depositForPrice = (registration: DepositSettings, priceInCents: number): number =>
  Math.min(depositCentsOf(registration), priceInCents)

/** The id of the fee of an entry's deposit; undefined without a deposit. */
export const depositFeeIdOf = ({ deposit, playerId }: Pick<RegistrationEntry, 'deposit' | 'playerId'>) =>
  deposit && { playerFeeId: playerFeeOf(deposit.feeId, playerId) }

/** The fees of deposits, named in the language of the user who registers. */
export async function depositFees(
  entries: readonly RegistrationEntry[],
  userId: string,
  { registration, today: dueOn }: LaunchedRegistration,
): Promise<Fee[]> {
  const withDeposit = entries.flatMap((entry) => (entry.deposit ? [{ entry, deposit: entry.deposit }] : []))
  if (withDeposit.length === 0) return []
  const say = await sayTo({ userId })
  const { name } = registration
  const feeName = [...say(`Deposit: ${name}`, `Depósito: ${name}`)].slice(0, feeNameLimit).join('').trim()
  return withDeposit.map(({ entry, deposit: { feeId, cents: amount } }) =>
    feeFor(entry, registration, { playerFeeId: playerFeeOf(feeId, entry.playerId), name: feeName, amount, dueOn }),
  )
}

/** The ids of all fees of an entry: the deposit, and the parts of the price. */
export const allFeeIdsOf = (entry: RegistrationEntry): { playerFeeId: string }[] => [
  ...[depositFeeIdOf(entry)].flatMap((fee) => fee ?? []),
  ...feeIdsOf(entry).parts.map((playerFeeId) => ({ playerFeeId })),
]

/** The fee of the deposit, and how much of it counts towards the price, in cents. */
export async function readDeposit(entry: RegistrationEntry): Promise<{ fee?: Stored<Fee> | undefined; cents: number }> {
  const feeId = depositFeeIdOf(entry)
  const fee = feeId && (await fees.get(feeId, { consistent: true }))
  return { fee, cents: fee?.state === 'open' ? fee.amount - fee.waived : 0 }
}

/**
 * For a place that is paid late: writes that correct the fees if the deposit has changed since the price was computed. What the club has
 * refunded of it is added to the part that is paid; what it has charged on top is taken off the deposit. They hold while both fees are
 * unchanged. Undefined if what was charged on top is paid already: then the place cannot be had at its price.
 */
export async function depositCorrections(
  stamp: Stamp,
  entry: RegistrationEntry,
  paidFee: Stored<Fee>,
): Promise<Write[] | undefined> {
  const paidUnchanged = fees.check(paidFee, ifUnchanged(paidFee))
  if (!entry.deposit) return [paidUnchanged]
  const { fee, cents } = await readDeposit(entry)
  const shortfall = entry.parts.reduce((rest, { amountInCents }) => rest - amountInCents, entry.priceInCents) - cents
  if (shortfall < 0) {
    if (!fee || outstandingOf(fee) < -shortfall) return undefined
    const postings = transferPostings(-shortfall, { from: 'assets:receivable', to: 'income:fees' })
    const effect = `deposit-less:${fee.playerFeeId}:${fee.version}`
    return [
      ...changeWrites(stamp, [{ fee, step: { set: { amount: fee.amount + shortfall }, effect, postings } }]),
      paidUnchanged,
    ]
  }
  const depositUnchanged = fee ? [fees.check(fee, ifUnchanged(fee))] : []
  if (shortfall === 0) return [...depositUnchanged, paidUnchanged]
  const set = { amount: paidFee.amount + shortfall, mail: 'wanted', toldAt: stamp.at } as const
  const postings = transferPostings(shortfall, { from: 'income:fees', to: 'assets:receivable' })
  const effect = `deposit-lacks:${paidFee.playerFeeId}:${paidFee.version}`
  return [...changeWrites(stamp, [{ fee: paidFee, step: { set, effect, postings } }]), ...depositUnchanged]
}

/** Whether a place may be offered: there is no deposit, or it is paid. */
export const canBeOffered = ({ deposit }: Pick<RegistrationEntry, 'deposit'>): boolean =>
  deposit === undefined || deposit.paidAt !== undefined

/**
 * Updates in an entry on the waiting list whether its deposit is paid; gives the entry as it is then. A deposit whose fee was deleted or
 * waived is removed from the entry.
 */
export async function updateDepositState(
  stamp: Stamp,
  entry: Stored<RegistrationEntry>,
): Promise<Stored<RegistrationEntry>> {
  const { deposit } = entry
  const about = depositFeeIdOf(entry)
  if (!deposit || !about || entry.state !== 'waiting') return entry
  const fee = await fees.get(about, { consistent: true })
  const isOwed = fee?.state === 'open' && fee.amount > fee.waived
  const isPaid = isOwed && outstandingOf(fee) <= 0
  if (isOwed && isPaid === (deposit.paidAt !== undefined)) return entry
  const { cents, feeId } = deposit
  const next = isOwed ? { cents, feeId, ...(isPaid && { paidAt: stamp.at }) } : undefined
  const change = registrationEntries.change(entry, { set: { deposit: next }, when: ifUnchanged(entry) })
  if (!fee) return update(stamp, change)
  // A conflict with a change of the fee, such as a waiver that is taken back.
  await write(stamp, change, fees.check(fee, ifUnchanged(fee)))
  return { ...entry, deposit: next, version: entry.version + 1 }
}
