import { firstOfNextMonth } from './subscriptions.ts'

/** The format of a promotion code: easy to dictate on the phone. */
export const promotionCode = /^[A-Z0-9]{3,24}$/

/** The most months that a free period can be extended by at once. */
const maxMonths = 6

/**
 * The days to which a free period can be extended: the first of each of the next months, from which full months are billed, so
 * that no single days before are left over.
 */
export function trialEndsAfter(trialEnd: string): string[] {
  const days = [firstOfNextMonth(trialEnd)]
  while (days.length < maxMonths) days.push(firstOfNextMonth(days.at(-1) ?? trialEnd))
  return days
}
