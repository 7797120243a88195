import { playerFeeOf } from '#shared/ids.ts'
import { feeNameLimit, outstandingOf } from '#shared/rules/fees.ts'
import { sayTo } from '../mail/sayTo.ts'
import { changed, moved } from '../table/feeBooks.ts'
import { type Fee, fees } from '../table/fees.ts'
import { chargedAs, type RegistrationEntry, registrationEntries } from '../table/registrationEntries.ts'
import { update, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Stamp, type Write } from '../table/writes.ts'
import type { Found } from './found.ts'
import { feeFor } from './land.ts'

type Waiting = { waitingList: boolean; depositInCents?: number | null }
/** The most that waiting costs, if it costs anything. */
export const depositAsked = ({ waitingList, depositInCents = null }: Waiting): number =>
  waitingList ? (depositInCents ?? 0) : 0
/** The deposit for a place on the waiting list: never more than the price. */
export const depositFor = (registration: Waiting, priceInCents: number): number =>
  Math.min(depositAsked(registration), priceInCents)

/** The id of the fee that charges the deposit. */
export const depositFeeOf = ({ deposit, playerId }: Pick<RegistrationEntry, 'deposit' | 'playerId'>) =>
  deposit && { playerFeeId: playerFeeOf(deposit.feeId, playerId) }

/** The deposit fees as they are charged, in the registrar's language. */
export async function depositsOf(
  entries: readonly RegistrationEntry[],
  userId: string,
  { registration, today: dueOn }: Found,
): Promise<Fee[]> {
  const asked = entries.flatMap((entry) => (entry.deposit ? [{ entry, deposit: entry.deposit }] : []))
  if (asked.length === 0) return []
  const say = await sayTo({ userId })
  const { name } = registration
  const called = [...say(`Deposit: ${name}`, `Depósito: ${name}`)].slice(0, feeNameLimit).join('').trim()
  return asked.map(({ entry, deposit: { feeId, cents: amount } }) =>
    feeFor(entry, registration, { playerFeeId: playerFeeOf(feeId, entry.playerId), name: called, amount, dueOn }),
  )
}

/** All fees of a player on a registration: the deposit, and the parts of the price. */
export const allFeesOf = (entry: RegistrationEntry): { playerFeeId: string }[] => [
  ...[depositFeeOf(entry)].flatMap((fee) => fee ?? []),
  ...chargedAs(entry).parts.map((playerFeeId) => ({ playerFeeId })),
]

/** The deposit's fee as it stands, and how much of it counts towards the price: all that is charged by it. */
export async function depositNow(entry: RegistrationEntry): Promise<{ fee?: Stored<Fee> | undefined; cents: number }> {
  const about = depositFeeOf(entry)
  const fee = about && (await fees.get(about, { consistent: true }))
  return { fee, cents: fee?.state === 'open' ? fee.amount - fee.waived : 0 }
}

/**
 * A place that is paid late was priced with the deposit as it was then. What the club has given back of the deposit since is
 * added to the paid part; what it has added to the deposit is taken off. Payments stay as they are. Undefined if that addition
 * has been paid too: then the place cannot be had at its price.
 */
export async function evened(stamp: Stamp, entry: RegistrationEntry, paid: Stored<Fee>): Promise<Write[] | undefined> {
  const asPaid = fees.check(paid, ifUnchanged(paid))
  if (!entry.deposit) return [asPaid]
  const { fee, cents } = await depositNow(entry)
  const lacking = entry.parts.reduce((left, { amountInCents }) => left - amountInCents, entry.priceInCents) - cents
  if (lacking < 0) {
    if (!fee || outstandingOf(fee) < -lacking) return undefined
    const postings = moved(-lacking, { from: 'assets:receivable', to: 'income:fees' })
    const effect = `deposit-less:${fee.playerFeeId}:${fee.version}`
    return [...changed(stamp, [{ fee, step: { set: { amount: fee.amount + lacking }, effect, postings } }]), asPaid]
  }
  const asStands = fee ? [fees.check(fee, ifUnchanged(fee))] : []
  if (lacking === 0) return [...asStands, asPaid]
  const set = { amount: paid.amount + lacking, mail: 'wanted', toldAt: stamp.at } as const
  const postings = moved(lacking, { from: 'income:fees', to: 'assets:receivable' })
  const effect = `deposit-lacks:${paid.playerFeeId}:${paid.version}`
  return [...changed(stamp, [{ fee: paid, step: { set, effect, postings } }]), ...asStands]
}

/** Whether a place can be offered: the deposit is paid, or none is asked. */
export const isOffered = ({ deposit }: Pick<RegistrationEntry, 'deposit'>): boolean =>
  deposit === undefined || deposit.paidAt !== undefined

/**
 * Notes on a waiting entry whether its deposit is paid. A deposit that the club has cancelled or waived is dropped, and does not
 * count later.
 */
export async function noteDeposit(stamp: Stamp, entry: Stored<RegistrationEntry>): Promise<Stored<RegistrationEntry>> {
  const { deposit } = entry
  const about = depositFeeOf(entry)
  if (!deposit || !about || entry.state !== 'waiting') return entry
  const fee = await fees.get(about, { consistent: true })
  const isAsked = fee?.state === 'open' && fee.amount > fee.waived
  const isPaid = isAsked && outstandingOf(fee) <= 0
  if (isAsked && isPaid === (deposit.paidAt !== undefined)) return entry
  const { cents, feeId } = deposit
  const next = isAsked ? { cents, feeId, ...(isPaid && { paidAt: stamp.at }) } : undefined
  const change = registrationEntries.change(entry, { set: { deposit: next }, when: ifUnchanged(entry) })
  if (!fee) return update(stamp, change)
  // If a waiver is undone at the same moment, the fee stays a deposit.
  await write(stamp, change, fees.check(fee, ifUnchanged(fee)))
  return { ...entry, deposit: next, version: entry.version + 1 }
}
