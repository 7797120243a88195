import { addDays, dayIn } from './days.ts'

/** What a club buys: licences for its teams, by the year or by the month. Prices are cents. */
export const planNames = ['annual', 'monthly'] as const
export type PlanName = (typeof planNames)[number]
/** The months that a plan is billed for at once, and what a month costs until the server has said. */
export const plans: Readonly<Record<PlanName, { months: number; monthlyCents: number }>> = {
  annual: { months: 12, monthlyCents: 499 },
  monthly: { months: 1, monthlyCents: 699 },
}
/** For how long a promotion holds. */
export const durations = ['once', 'repeating', 'forever'] as const
export type Duration = (typeof durations)[number]
/** What a signup begins with. */
export const signupDefaults = { teams: 1, trialDays: 30 } as const
/** Who sees what a club has bought of us, and pays for it. */
export const mayBill = { anyOf: ['canEditBilling', 'canEditAdministrators'] } as const
/** The most licences that a club buys by itself. */
export const mostLicences = 500

/** A price as the provider has it: cents, with a fraction where a minute costs less than one. */
export type Price = { id: string; product: string; unitAmountDecimal: string }
/** What a month costs, of a price that is for all months of the plan. */
export const monthlyOf = (plan: PlanName, { unitAmountDecimal }: Price): number =>
  Number(unitAmountDecimal) / plans[plan].months

/** A code that makes it cheaper; `products` are those it is for, all of them where there are none. */
export type Promotion = {
  active: boolean
  coupon: {
    valid: boolean
    amountOff: number | null
    percentOff: number | null
    /** Off the first bill, off those of so many months, or off all. */
    duration: Duration
    appliesTo: { products: string[] }
  }
}

/** What a promotion takes off an amount for a product: never more than there is, and nothing once it is over. */
export function discountOf(amount: number, product: string, promotion: Promotion | undefined): number {
  if (!promotion?.active || !promotion.coupon.valid) return 0
  const { amountOff, percentOff, appliesTo } = promotion.coupon
  if (appliesTo.products.length > 0 && !appliesTo.products.includes(product)) return 0
  return Math.min(amount, amountOff ?? Math.round((amount * (percentOff ?? 0)) / 100))
}

/** The day on which a free period of so many days is over, in UTC as the provider bills: at noon there. */
export const trialEndOf = (now: string, trialDays: number): string => addDays(dayIn(now, 'UTC'), trialDays)

/** So many days before it, those who pay for a club are told. */
export const daysBeforeTrialEnds = [7, 1] as const

/** The first day of the month after the one that a day is in. */
export function firstOfNextMonth(day: string): string {
  const inNext = addDays(`${day.slice(0, 8)}01`, 31)
  return `${inNext.slice(0, 8)}01`
}

const msOfDay = 86_400_000
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / msOfDay)

/** What is billed from the end of the free period to the first of the next month, and of which days. */
export type Proration = { from: string; to: string; days: number; ofDays: number; perTeam: number; total: number }

/** The days' share of a month, rounded to cents for one team, and that for each of them. */
export function prorationOf(trialEnd: string, monthlyCents: number, teams: number): Proration {
  const to = firstOfNextMonth(trialEnd)
  const days = daysBetween(trialEnd, to)
  const ofDays = daysBetween(`${trialEnd.slice(0, 8)}01`, to)
  const perTeam = Math.round((monthlyCents * days) / ofDays)
  return { from: trialEnd, to, days, ofDays, perTeam, total: perTeam * teams }
}

/** A bill before it comes: when, what for, what is taken off, and what is paid. */
export type Bill = { on: string; amount: number; discount: number; total: number }
/** The first two bills of a signup: for the days up to the first of a month, and from there for the plan's months. */
export type Quote = { trialEnd: string; proration: Proration; first: Bill; next: Bill }

type Wanted = { plan: PlanName; price: Price; teams: number; trialEnd: string; promotion?: Promotion | undefined }

const billOf = (on: string, amount: number, product: string, promotion: Promotion | undefined): Bill => {
  const discount = discountOf(amount, product, promotion)
  return { on, amount, discount, total: amount - discount }
}
/** The bill of a whole period. */
export const periodBill = (on: string, { price, teams, promotion }: Omit<Wanted, 'plan' | 'trialEnd'>): Bill =>
  billOf(on, Number(price.unitAmountDecimal) * teams, price.product, promotion)

export function quoteOf({ plan, price, teams, trialEnd, promotion }: Wanted): Quote {
  const proration = prorationOf(trialEnd, monthlyOf(plan, price), teams)
  const lasting = promotion?.coupon.duration === 'once' ? undefined : promotion
  return {
    trialEnd,
    proration,
    first: billOf(trialEnd, proration.total, price.product, promotion),
    next: periodBill(proration.to, { price, teams, promotion: lasting }),
  }
}

/** How a subscription stands with the provider; `starting` until the provider knows of it. */
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

/** Of a club with these subscriptions: none that runs is EXPIRED, any in its GRACE_PERIOD gives that, else ACTIVE. */
export function subscriptionState(statuses: readonly SubscriptionStatus[]): SubscriptionState {
  const running = statuses.map((status) => stateOf[status]).filter((state) => state !== 'EXPIRED')
  if (running.length === 0) return 'EXPIRED'
  return running.includes('GRACE_PERIOD') ? 'GRACE_PERIOD' : 'ACTIVE'
}

/** It runs no more. */
export const isExpired = (status: SubscriptionStatus): boolean => stateOf[status] === 'EXPIRED'

/** How long the provider tries a card again after it first failed, in days. */
const graceDays = 14
export const graceEndOf = (since: string): string => new Date(Date.parse(since) + graceDays * msOfDay).toISOString()

/**
 * What is left of a grace period: in days while it is more than 24 hours, otherwise in hours. Days are whole ones, so that nobody
 * counts on one that has begun to pass; an hour that has begun is said as one, for what is over is no grace period any more.
 */
export function graceLeft(until: string, now: string): { unit: 'days' | 'hours'; count: number } {
  const hours = (Date.parse(until) - Date.parse(now)) / 3_600_000
  return hours > 24
    ? { unit: 'days', count: Math.floor(hours / 24) }
    : { unit: 'hours', count: Math.max(1, Math.ceil(hours)) }
}
