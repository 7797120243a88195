import {
  dueParts,
  type Part,
  partsTogether,
  type PercentOff,
  type Price,
  priceOf,
  reductionNames,
} from '#shared/rules/register/price.ts'
import { chosenOf } from '#shared/rules/register/choices.ts'
import { codeOf, type PromoCode } from '#shared/rules/registrations/promoCodes.ts'
import { countNames, type Filled, isActive, type RegistrationEntry } from '../table/registrationEntries.ts'
import { type Found, offeredBy } from './found.ts'

/** The promo code that a family typed, if the club has it. */
export const promoCalled = ({ promoCodes }: Found, typed: string): PromoCode | undefined =>
  promoCodes.find(({ codeTitle }) => codeOf(codeTitle) === codeOf(typed))

/** A code is valid through its last day, in the club's time zone. */
export const isExpired = ({ expires }: PromoCode, today: string) => expires !== null && expires < today

/** The code in a cart, if it is still valid. */
export const promoOf = ({ promoCodes, today }: Found, promoCodeId: string | undefined): PromoCode | undefined =>
  promoCodes.find((code) => code.id === promoCodeId && !isExpired(code, today))

/** For how many more children a code can be used. */
export const usesLeft = ({ id, maxUse }: PromoCode, taken: ReadonlyMap<string, number>): number =>
  maxUse === null ? Infinity : Math.max(0, maxUse - (taken.get(countNames.promo(id)) ?? 0))

/**
 * What each of these children costs, in order (`placedFirst`): the sibling discount applies from the family's second, and a code
 * to the first `uses`.
 */
export function pricesOf(
  registration: Found,
  children: readonly Filled[],
  { entries, promo, uses }: { entries: readonly RegistrationEntry[]; promo: PromoCode | undefined; uses: number },
): Price[] {
  const { siblingDiscount, earlyBird } = registration.registration
  // Waiting entries count too: a family has one first child.
  const before = entries.filter(isActive).length
  return children.map((filled, i) => {
    const percentsOff: PercentOff[] = [
      ...(siblingDiscount && before + i > 0
        ? [{ name: reductionNames.sibling, percent: siblingDiscount.percent }]
        : []),
      ...(earlyBird && registration.today <= earlyBird.until
        ? [{ name: reductionNames.earlyBird, percent: earlyBird.percent }]
        : []),
    ]
    return priceOf({
      chosen: chosenOf(offeredBy(registration), filled),
      percentsOff,
      promo: i < uses ? promo : undefined,
    })
  })
}

/** What of these prices together is due when; in the parts of the club's plan if the family wants that. */
export function partsOf({ installments, today }: Found, prices: readonly Price[], byPlan = false): Part[] {
  const plan = byPlan && installments.paymentPlanEnabled ? installments.items : []
  return partsTogether(prices.map(({ priceInCents }) => dueParts(priceInCents, plan, today)))
}
export const dueOn = (day: string, parts: readonly Part[]): number =>
  parts.find((part) => part.dueOn === day)?.amountInCents ?? 0

type Due = { nowInCents: number; later: readonly Part[] }
/**
 * Whether these parts are due as they were seen: the same sum now, and the same sums on the later days. What is due now may have
 * been seen before midnight.
 */
export function isDueAs(seen: Due, day: string, parts: readonly Part[]): boolean {
  const listed = (later: readonly Part[]) =>
    later.map(({ amountInCents, dueOn: on }) => `${on} ${amountInCents}`).join()
  const later = parts.filter((part) => part.dueOn > day)
  return seen.nowInCents === dueOn(day, parts) && listed(seen.later) === listed(later)
}
