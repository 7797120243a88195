import { firstOfNextMonth } from './subscriptions.ts'

/** How a promotion code is written: easy to read to somebody on the telephone. */
export const promotionCode = /^[A-Z0-9]{3,24}$/

/** How many months a free period can be extended by at once. */
const mostMonths = 6

/**
 * The days to which a free period that ends on a day can be extended: the first ones of the next months, from which on full
 * months are billed, so that no days before them are left over.
 */
export function trialEndsAfter(trialEnd: string): string[] {
  const days = [firstOfNextMonth(trialEnd)]
  while (days.length < mostMonths) days.push(firstOfNextMonth(days.at(-1) ?? trialEnd))
  return days
}
