import { check, longest, required, type ValueFault, type ValueFaults } from './faults.ts'
import { mostCents, sharesOf } from './money.ts'

/** What a player owes a club, in cents. `paid` is what came in and was not refunded; `waived` is what is no longer asked. */
export type Owing = { amount: number; paid: number; waived: number; dueOn: string; state: 'open' | 'cancelled' }

/** The status of a fee. PARTIAL is paid in part, and not late; WAIVED is no longer asked, and was never paid. */
export const feeStatuses = ['UNPAID', 'LATE', 'PARTIAL', 'PAID', 'WAIVED', 'CANCELLED'] as const
export type FeeStatus = (typeof feeStatuses)[number]

/** What is still to be paid. */
export const outstandingOf = ({ amount, paid, waived, state }: Owing): number =>
  state === 'cancelled' ? 0 : amount - paid - waived

/**
 * `today` is the day in the club's time zone. A fee is late from the day after it was due, unless a bank payment is `coming`,
 * which takes some days.
 */
export function feeStatusOf(fee: Owing & { status?: 'coming' | undefined }, today: string): FeeStatus {
  if (fee.state === 'cancelled') return 'CANCELLED'
  if (outstandingOf(fee) <= 0) return fee.paid > 0 ? 'PAID' : 'WAIVED'
  if (fee.dueOn < today && fee.status !== 'coming') return 'LATE'
  return fee.paid > 0 ? 'PARTIAL' : 'UNPAID'
}

export const feeNameLimit = 50
/** The name of an instalment: the fee's, with its number and the count. */
export const partName = (name: string, index: number, count: number): string => `${name} (${index + 1}/${count})`
/** The longest name of an instalment, and of a fee being changed. */
export const partNameLimit = feeNameLimit + ' (12/12)'.length
/** The number of instalments of a fee, from its name. */
export const partsIn = (name: string): number =>
  Math.min(Number(/ \(\d{1,2}\/(\d{1,2})\)$/.exec(name)?.[1] ?? 1), mostInstalments)
export const feeDescriptionLimit = 255
/** The most players charged by one call. */
export const mostChargedAtOnce = 500

/** The most instalments of a fee. */
export const mostInstalments = 12
export type Instalment = { amount: number; dueOn: string }

/** A sum in equal parts, a month apart: they add up to it to the cent, with the remainder in the first ones. */
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

/** Payment methods without a provider. */
export const manualMethods = ['CASH', 'CHEQUE', 'TRANSFER', 'OTHER'] as const
export type ManualMethod = (typeof manualMethods)[number]

/** Days after the due date on which families can be reminded; negative ones are before it. */
export const reminderDays = [-7, -1, 0, 3, 7, 14, 30] as const
export const mostLate = 30

/** Online payment methods. */
export const onlineMethods = ['CARD', 'PAYPAL'] as const
export type OnlineMethod = (typeof onlineMethods)[number]

/** The most years that a manual payment may be dated back. */
const mostYearsAgo = 5
/** The fault in the date of a manual payment; `today` is the day in the club's time zone. */
export function paidOnFault(day: string, today: string): ValueFault | undefined {
  if (day > today) return { code: 'in_the_future' }
  return day < monthsLater(today, -12 * mostYearsAgo) ? { code: 'too_far', limit: mostYearsAgo } : undefined
}

type FeeForm = { name: string; description: string; amount: number | null; dueOn: string }
/** The faults of a fee form; for one being changed, the name may be an instalment's. */
export const feeFaults = ({ name, description, amount, dueOn }: FeeForm, nameLimit = feeNameLimit): ValueFaults => ({
  name: check(name, required, longest(nameLimit)),
  description: check(description, longest(feeDescriptionLimit)),
  amount: priceFault(amount),
  dueOn: check(dueOn, required),
})

/** A price must be above zero; its limit is given to the cent. */
export function priceFault(cents: number | null, most = mostCents): ValueFault | undefined {
  if (cents === null) return { code: 'required' }
  if (cents <= 0) return { code: 'not_above_zero' }
  return cents > most ? { code: 'too_great', limit: most / 100 } : undefined
}
