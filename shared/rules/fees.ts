import { check, longest, required, type ValueFault, type ValueFaults } from './faults.ts'
import { mostCents, sharesOf } from './money.ts'

/** What a player owes a club, in cents. `paid` is what came in and was not given back; `waived` is what is asked no more. */
export type Owing = { amount: number; paid: number; waived: number; dueOn: string; state: 'open' | 'cancelled' }

/**
 * How a fee stands, as people say it. PARTIAL is paid in part, and not late; WAIVED is asked no more and was never paid.
 */
export const feeStatuses = ['UNPAID', 'LATE', 'PARTIAL', 'PAID', 'WAIVED', 'CANCELLED'] as const
export type FeeStatus = (typeof feeStatuses)[number]

/** What is still to be paid. */
export const outstandingOf = ({ amount, paid, waived, state }: Owing): number =>
  state === 'cancelled' ? 0 : amount - paid - waived

/**
 * `today` is the day it is where the club is. A fee is late from the day after it was due, unless it was paid and is `coming`
 * from a bank, which takes some days.
 */
export function feeStatusOf(fee: Owing & { status?: 'coming' | undefined }, today: string): FeeStatus {
  if (fee.state === 'cancelled') return 'CANCELLED'
  if (outstandingOf(fee) <= 0) return fee.paid > 0 ? 'PAID' : 'WAIVED'
  if (fee.dueOn < today && fee.status !== 'coming') return 'LATE'
  return fee.paid > 0 ? 'PARTIAL' : 'UNPAID'
}

export const feeNameLimit = 50
/** A part of what is paid in instalments is called like the whole, and says which one of how many it is. */
export const partName = (name: string, index: number, count: number): string => `${name} (${index + 1}/${count})`
/** So long is the name of one, and of a fee that is changed. */
export const partNameLimit = feeNameLimit + ' (12/12)'.length
/** Of how many parts a fee is one, by its name. */
export const partsIn = (name: string): number =>
  Math.min(Number(/ \(\d{1,2}\/(\d{1,2})\)$/.exec(name)?.[1] ?? 1), mostInstalments)
export const feeDescriptionLimit = 255
/** As many players are charged by one call. */
export const mostChargedAtOnce = 500

/** A fee is paid in so many parts at most. */
export const mostInstalments = 12
export type Instalment = { amount: number; dueOn: string }

/** A sum in equal parts, a month apart: they add up to it to the cent, and what is left over is in the first ones. */
export const instalmentsOf = (total: number, firstDue: string, count: number): Instalment[] =>
  sharesOf(
    total,
    Array.from({ length: count }, () => 1),
  ).map((amount, i) => ({ amount, dueOn: monthsLater(firstDue, i) }))

/** The same day some months later; the last one of a month that has no such day. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** How money comes in that no provider brings. */
export const manualMethods = ['CASH', 'CHEQUE', 'TRANSFER', 'OTHER'] as const
export type ManualMethod = (typeof manualMethods)[number]

/** So many days after a fee was due families can be reminded; before it, where it is less than nothing. */
export const reminderDays = [-7, -1, 0, 3, 7, 14, 30] as const
export const mostLate = 30

/** How money comes in online. */
export const onlineMethods = ['CARD', 'PAYPAL'] as const
export type OnlineMethod = (typeof onlineMethods)[number]

/** So many years ago at most what is put down was paid. */
const mostYearsAgo = 5
/** What is wrong with the day on which somebody was paid by hand; `today` is the day it is where the club is. */
export function paidOnFault(day: string, today: string): ValueFault | undefined {
  if (day > today) return { code: 'in_the_future' }
  return day < monthsLater(today, -12 * mostYearsAgo) ? { code: 'too_far', limit: mostYearsAgo } : undefined
}

type FeeForm = { name: string; description: string; amount: number | null; dueOn: string }
/** What is wrong with a fee that somebody fills in; with one that is changed, whose name may be that of a part. */
export const feeFaults = ({ name, description, amount, dueOn }: FeeForm, nameLimit = feeNameLimit): ValueFaults => ({
  name: check(name, required, longest(nameLimit)),
  description: check(description, longest(feeDescriptionLimit)),
  amount: priceFault(amount),
  dueOn: check(dueOn, required),
})

/** A price is more than nothing; its limit is told to the cent. */
export function priceFault(cents: number | null, most = mostCents): ValueFault | undefined {
  if (cents === null) return { code: 'required' }
  if (cents <= 0) return { code: 'not_above_zero' }
  return cents > most ? { code: 'too_great', limit: most / 100 } : undefined
}
