import {
  dueParts,
  type Part,
  partsTogether,
  type PercentOff,
  type Price,
  priceOf,
  reductionNames,
} from '#shared/rules/register/price.ts'
import { chosenItems } from '#shared/rules/register/choices.ts'
import { codeOf, type PromoCode } from '#shared/rules/registrations/promoCodes.ts'
import { countNames, type FilledForm, isActive, type RegistrationEntry } from '../table/registrationEntries.ts'
import { type LaunchedRegistration, offerOf } from './launchedRegistration.ts'

/** The promotion code with this title; undefined if there is none. */
export const findPromo = ({ promoCodes }: LaunchedRegistration, typed: string): PromoCode | undefined =>
  promoCodes.find(({ codeTitle }) => codeOf(codeTitle) === codeOf(typed))

/** Whether a code has expired; it is valid including its last day, in the club's time zone. */
export const isExpired = ({ expires }: PromoCode, today: string) => expires !== null && expires < today

/** The code in a cart, if it has not expired. */
export const promoOf = (
  { promoCodes, today }: LaunchedRegistration,
  promoCodeId: string | undefined,
): PromoCode | undefined => promoCodes.find((code) => code.id === promoCodeId && !isExpired(code, today))

/** For how many more children a code can be used. */
export const usesLeft = ({ id, maxUse }: PromoCode, taken: ReadonlyMap<string, number>): number =>
  maxUse === null ? Infinity : Math.max(0, maxUse - (taken.get(countNames.promo(id)) ?? 0))

/**
 * The prices of children, in their order (see `sortByAvailability`): with the sibling discount from the family's second on, and the code for the
 * first `uses`.
 */
export function pricesOf(
  registration: LaunchedRegistration,
  children: readonly FilledForm[],
  { entries, promo, uses }: { entries: readonly RegistrationEntry[]; promo: PromoCode | undefined; uses: number },
): Price[] {
  const { siblingDiscount, earlyBird } = registration.registration
  // A child on the waiting list counts as the family's first one too.
  const registeredCount = entries.filter(isActive).length
  return children.map((child, i) => {
    const percentsOff: PercentOff[] = [
      ...(siblingDiscount && registeredCount + i > 0
        ? [{ name: reductionNames.sibling, percent: siblingDiscount.percent }]
        : []),
      ...(earlyBird && registration.today <= earlyBird.until
        ? [{ name: reductionNames.earlyBird, percent: earlyBird.percent }]
        : []),
    ]
    return priceOf({
      chosen: chosenItems(offerOf(registration), child),
      percentsOff,
      promo: i < uses ? promo : undefined,
    })
  })
}

/** The parts in which these prices together are due: one, or those of the club's payment plan. */
export function partsOf(
  { installments, today }: LaunchedRegistration,
  prices: readonly Price[],
  byPlan = false,
): Part[] {
  const plan = byPlan && installments.paymentPlanEnabled ? installments.items : []
  return partsTogether(prices.map(({ priceInCents }) => dueParts(priceInCents, plan, today)))
}
export const amountDueOn = (day: string, parts: readonly Part[]): number =>
  parts.find((part) => part.dueOn === day)?.amountInCents ?? 0

type ShownDue = { nowInCents: number; later: readonly Part[] }
/** Whether the parts are those that the family was shown: the same sum due now, and the same on each later day; also across midnight. */
export function isSameDue(shown: ShownDue, day: string, parts: readonly Part[]): boolean {
  const textOf = (later: readonly Part[]) =>
    later.map(({ amountInCents, dueOn: on }) => `${on} ${amountInCents}`).join()
  const later = parts.filter((part) => part.dueOn > day)
  return shown.nowInCents === amountDueOn(day, parts) && textOf(shown.later) === textOf(later)
}
