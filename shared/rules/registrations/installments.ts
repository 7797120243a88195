import type { ValueFaults } from '../faults.ts'
import { instalmentsOf } from '../fees.ts'
import { sharesOf } from '../money.ts'
import { percentFault } from './registration.ts'

/** A part of the price, in percent with two decimals, and its due date. Parts that are past due are paid at once. */
export type Installment = { percent: number; dueDate: string }
export type Installments = { paymentPlanEnabled: boolean; items: Installment[] }
export const maxInstallments = 12

/** Parts in hundredths of a percent, so that they add up as whole numbers. */
const hundredths = (items: readonly { percent: number }[]) => items.map(({ percent }) => Math.round(percent * 100))

/** The faults of a payment plan: each part has its share and its day, and together they add up to the whole. */
export function installmentsFaults({ paymentPlanEnabled, items }: Installments): ValueFaults {
  if (!paymentPlanEnabled && items.length === 0) return {}
  if (items.length < 2) return { items: { code: 'too_few', limit: 2 } }
  if (items.length > maxInstallments) return { items: { code: 'too_many', limit: maxInstallments } }
  const faults: ValueFaults = {}
  for (const [i, { percent, dueDate }] of items.entries()) {
    faults[`items.${i}.percent`] = percentFault(percent)
    if (dueDate === '') faults[`items.${i}.dueDate`] = { code: 'due_date_missing' }
    else if (dueDate <= (items[i - 1]?.dueDate ?? '')) faults[`items.${i}.dueDate`] = { code: 'not_in_order' }
  }
  const sum = hundredths(items).reduce((all, each) => all + each, 0)
  return sum === 10_000 ? faults : { ...faults, items: { code: 'not_the_sum' } }
}

/** A price in the parts of a plan: they add up to it, to the cent. */
export const partsOf = (priceInCents: number, items: readonly Installment[]) =>
  sharesOf(priceInCents, hundredths(items)).map((amountInCents, i) => ({
    amountInCents,
    dueDate: items[i]?.dueDate ?? '',
  }))

/** A plan of equal parts, a month apart. */
export const evenPlan = (count: number, firstDue: string): Installment[] =>
  instalmentsOf(10_000, firstDue, count).map(({ amount, dueOn }) => ({ percent: amount / 100, dueDate: dueOn }))
