import { addDays, dayIn } from './days.ts'

/** What a club buys: licences for its teams, yearly or monthly. Prices are in cents. */
export const planNames = ['annual', 'monthly'] as const
export type PlanName = (typeof planNames)[number]
/** The months billed at once by a plan, and its monthly price until the server has sent the real one. */
export const plans: Readonly<Record<PlanName, { months: number; monthlyCents: number }>> = {
  annual: { months: 12, monthlyCents: 499 },
  monthly: { months: 1, monthlyCents: 699 },
}
/** How long a promotion applies. */
export const durations = ['once', 'repeating', 'forever'] as const
export type Duration = (typeof durations)[number]
/** The defaults of a signup. */
export const signupDefaults = { teams: 1, trialDays: 30 } as const
/** Who can see and pay for what a club has bought from us. */
export const mayBill = { anyOf: ['canEditBilling', 'canEditAdministrators'] } as const
/** The most licences that a club can buy itself. */
export const maxLicences = 500

/** A price as the provider has it: cents, possibly with a fraction. */
export type Price = { id: string; product: string; unitAmountDecimal: string }
/** The monthly price, from a price for all months of the plan. */
export const monthlyOf = (plan: PlanName, { unitAmountDecimal }: Price): number =>
  Number(unitAmountDecimal) / plans[plan].months

/** A discount code; `products` are those it applies to, or all if empty. */
export type Promotion = {
  active: boolean
  coupon: {
    valid: boolean
    amountOff: number | null
    percentOff: number | null
    /** Off the first bill, off those of so many months, or off all. */
    duration: Duration
    /** Of a `repeating` one; null otherwise. */
    durationInMonths: number | null
    appliesTo: { products: string[] }
  }
}

/** A promotion's discount on an amount for a product: never more than the amount, and nothing once it is over. */
export function discountOf(amount: number, product: string, promotion: Promotion | undefined): number {
  if (!promotion?.active || !promotion.coupon.valid) return 0
  const { amountOff, percentOff, appliesTo } = promotion.coupon
  if (appliesTo.products.length > 0 && !appliesTo.products.includes(product)) return 0
  return Math.min(amount, amountOff ?? Math.round((amount * (percentOff ?? 0)) / 100))
}

/** The day a free period ends, in UTC as the provider bills: at noon there. */
export const trialEndOf = (now: string, trialDays: number): string => addDays(dayIn(now, 'UTC'), trialDays)

/** Days before its end on which those who pay for a club are told. */
export const daysBeforeTrialEnds = [7, 1] as const

/** The first day of the following month. */
export function firstOfNextMonth(day: string): string {
  const dayInNextMonth = addDays(`${day.slice(0, 8)}01`, 31)
  return `${dayInNextMonth.slice(0, 8)}01`
}

/** The same day some months later; the last of a month that has no such day. */
function addMonths(day: string, months: number): string {
  let first = `${day.slice(0, 8)}01`
  for (let i = 0; i < months; i++) first = firstOfNextMonth(first)
  const [sameDay, last] = [first.slice(0, 8) + day.slice(8), addDays(firstOfNextMonth(first), -1)]
  return sameDay < last ? sameDay : last
}

const msOfDay = 86_400_000
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / msOfDay)

/** What is billed from the end of the free period to the first of the next month, and for which days. */
export type Proration = { from: string; to: string; days: number; ofDays: number; perTeam: number; total: number }

/** The days' share of a month, rounded to cents for one team, times the number of teams. */
export function prorationOf(trialEnd: string, monthlyCents: number, teams: number): Proration {
  const to = firstOfNextMonth(trialEnd)
  const days = daysBetween(trialEnd, to)
  const ofDays = daysBetween(`${trialEnd.slice(0, 8)}01`, to)
  const perTeam = Math.round((monthlyCents * days) / ofDays)
  return { from: trialEnd, to, days, ofDays, perTeam, total: perTeam * teams }
}

/** A future bill: its date, amount, discount and total. */
export type Bill = { on: string; amount: number; discount: number; total: number }
/** The first two bills of a signup: for the days up to the first of a month, and then for the plan's months. */
export type Quote = { trialEnd: string; proration: Proration; first: Bill; next: Bill }

type QuoteInput = {
  plan: PlanName
  price: Price
  teams: number
  trialEnd: string
  /** When it is ordered. */
  today: string
  promotion?: Promotion | undefined
}

const billOf = (on: string, amount: number, product: string, promotion: Promotion | undefined): Bill => {
  const discount = discountOf(amount, product, promotion)
  return { on, amount, discount, total: amount - discount }
}
/** The bill of a whole period. */
export const periodBill = (
  on: string,
  { price, teams, promotion }: Omit<QuoteInput, 'plan' | 'trialEnd' | 'today'>,
): Bill => billOf(on, Number(price.unitAmountDecimal) * teams, price.product, promotion)

/**
 * Whether a promotion that is used today still applies to the bill of a day. The provider counts its months from today, also those of a free
 * period, to the hour: on the last day itself it may not apply.
 */
const isValidOn = ({ coupon }: Promotion, today: string, on: string): boolean =>
  coupon.durationInMonths === null || on < addMonths(today, coupon.durationInMonths)

export function quoteOf({ plan, price, teams, trialEnd, today, promotion }: QuoteInput): Quote {
  const proration = prorationOf(trialEnd, monthlyOf(plan, price), teams)
  const promotionOn = (on: string) => (promotion && isValidOn(promotion, today, on) ? promotion : undefined)
  const isOnce = promotion?.coupon.duration === 'once'
  return {
    trialEnd,
    proration,
    first: billOf(trialEnd, proration.total, price.product, promotionOn(trialEnd)),
    next: periodBill(proration.to, { price, teams, promotion: isOnce ? undefined : promotionOn(proration.to) }),
  }
}

/** The provider's states of a subscription; `starting` until the provider knows it. */
export const subscriptionStatuses = [
  'starting',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
  'incomplete',
  'incomplete_expired',
] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
export type SubscriptionState = 'EXPIRED' | 'GRACE_PERIOD' | 'ACTIVE'

const stateOf: Record<SubscriptionStatus, SubscriptionState> = {
  starting: 'ACTIVE',
  trialing: 'ACTIVE',
  active: 'ACTIVE',
  past_due: 'GRACE_PERIOD',
  unpaid: 'EXPIRED',
  paused: 'EXPIRED',
  canceled: 'EXPIRED',
  incomplete: 'EXPIRED',
  incomplete_expired: 'EXPIRED',
}

/**
 * The state of a club with these subscriptions: EXPIRED if none runs, GRACE_PERIOD if any running one is in it, otherwise ACTIVE.
 */
export function subscriptionState(statuses: readonly SubscriptionStatus[]): SubscriptionState {
  const states = statuses.map((status) => stateOf[status]).filter((state) => state !== 'EXPIRED')
  if (states.length === 0) return 'EXPIRED'
  return states.includes('GRACE_PERIOD') ? 'GRACE_PERIOD' : 'ACTIVE'
}

/** Whether it no longer runs. */
export const isExpired = (status: SubscriptionStatus): boolean => stateOf[status] === 'EXPIRED'

/** Days in which the provider retries a card after it first failed. */
const graceDays = 14
export const graceEndOf = (since: string): string => new Date(Date.parse(since) + graceDays * msOfDay).toISOString()

/**
 * What is left of a grace period: in days while it is more than 24 hours, otherwise in hours. Days are rounded down, so that
 * nobody counts on one that has started; hours are rounded up, as a grace period of zero would be over.
 */
export function remainingGrace(until: string, now: string): { unit: 'days' | 'hours'; count: number } {
  const hours = (Date.parse(until) - Date.parse(now)) / 3_600_000
  return hours > 24
    ? { unit: 'days', count: Math.floor(hours / 24) }
    : { unit: 'hours', count: Math.max(1, Math.ceil(hours)) }
}
