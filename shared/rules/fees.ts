import { check, longest, required, type ValueFault, type ValueFaults } from './faults.ts'
import { maxCents, sharesOf } from './money.ts'

/** The sums of a fee in cents. `paid`: payments without refunds; `waived`: written off. */
export type Owing = { amount: number; paid: number; waived: number; dueOn: string; state: 'open' | 'cancelled' }

/** The states of a fee. PARTIAL: paid in part and not late; WAIVED: written off without any payment. */
export const feeStatuses = ['UNPAID', 'LATE', 'PARTIAL', 'PAID', 'WAIVED', 'CANCELLED'] as const
export type FeeStatus = (typeof feeStatuses)[number]

/** The outstanding amount in cents. */
export const outstandingOf = ({ amount, paid, waived, state }: Owing): number =>
  state === 'cancelled' ? 0 : amount - paid - waived

/**
 * The state of a fee on `today`, the current day in the club's time zone. A fee is late from the day after its due day, unless a bank
 * payment, which takes some days, is pending (`coming`).
 */
export function feeStatusOf(fee: Owing & { status?: 'coming' | undefined }, today: string): FeeStatus {
  if (fee.state === 'cancelled') return 'CANCELLED'
  if (outstandingOf(fee) <= 0) return fee.paid > 0 ? 'PAID' : 'WAIVED'
  if (fee.dueOn < today && fee.status !== 'coming') return 'LATE'
  return fee.paid > 0 ? 'PARTIAL' : 'UNPAID'
}

export const feeNameLimit = 50
/** The name of an instalment: that of the whole, and which one of how many it is. */
export const partName = (name: string, index: number, count: number): string => `${name} (${index + 1}/${count})`
/** The longest name of an instalment, and of an existing fee. */
export const partNameLimit = feeNameLimit + ' (12/12)'.length
/** The number of instalments that a fee is one of, read from its name. */
export const partsIn = (name: string): number =>
  Math.min(Number(/ \(\d{1,2}\/(\d{1,2})\)$/.exec(name)?.[1] ?? 1), maxInstalments)
export const feeDescriptionLimit = 255
/** The most players that one call charges. */
export const maxChargedAtOnce = 500

/** The most instalments of a fee. */
export const maxInstalments = 12
export type Instalment = { amount: number; dueOn: string }

/** A sum in equal monthly instalments; the first ones take the remaining cents. */
export const instalmentsOf = (total: number, firstDue: string, count: number): Instalment[] =>
  sharesOf(
    total,
    Array.from({ length: count }, () => 1),
  ).map((amount, i) => ({ amount, dueOn: monthsLater(firstDue, i) }))

/** The same day some months later; the last of the month if it has no such day. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** The methods of manual payments. */
export const manualMethods = ['CASH', 'CHEQUE', 'TRANSFER', 'OTHER'] as const
export type ManualMethod = (typeof manualMethods)[number]

/** On which days families can be reminded, relative to the due day. */
export const reminderDays = [-7, -1, 0, 3, 7, 14, 30] as const
export const maxDaysLate = 30

/** The methods of online payments. */
export const onlineMethods = ['CARD', 'PAYPAL'] as const
export type OnlineMethod = (typeof onlineMethods)[number]

/** The most years that a manual payment may be dated back. */
const maxYearsAgo = 5
/** The fault of the day of a manual payment; `today`: the current day in the club's time zone. */
export function paidOnFault(day: string, today: string): ValueFault | undefined {
  if (day > today) return { code: 'in_the_future' }
  return day < monthsLater(today, -12 * maxYearsAgo) ? { code: 'too_far', limit: maxYearsAgo } : undefined
}

type FeeForm = { name: string; description: string; amount: number | null; dueOn: string }
/** The faults of the form of a fee; with `partNameLimit` for an existing one, which may be an instalment. */
export const feeFaults = ({ name, description, amount, dueOn }: FeeForm, nameLimit = feeNameLimit): ValueFaults => ({
  name: check(name, required, longest(nameLimit)),
  description: check(description, longest(feeDescriptionLimit)),
  amount: priceFault(amount),
  dueOn: check(dueOn, required),
})

/** The fault of a price, which must be positive and at most `max`, in cents. */
export function priceFault(cents: number | null, max = maxCents): ValueFault | undefined {
  if (cents === null) return { code: 'required' }
  if (cents <= 0) return { code: 'not_above_zero' }
  return cents > max ? { code: 'too_great', limit: max / 100 } : undefined
}
