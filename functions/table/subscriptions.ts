import type { PlanName, SubscriptionStatus } from '#shared/rules/subscriptions.ts'
import { by, entity } from './entity.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'
import { all, type Range, startingWith } from './table.ts'

/**
 * A club's subscription. It is written before the provider is called: `pending` is what the provider still has to do, and whoever
 * comes first does it, with idempotency keys made from the club and `attempt`.
 *   start   a subscription for `wanted` licences, replacing `replaces` if there was one
 *   teams   `wanted` licences instead of `teams`
 *   trial   a free period until `trialEnd`, which is later than before
 *   end     ends with the current period, after which nothing is billed
 *   stay    continues after all
 * The club's number of licences and its restrictions after expiry are changed in the same transactions as `teams` and `status`.
 */
export type Subscription = OrganizationId & {
  plan: PlanName
  priceId: string
  teams: number
  status: SubscriptionStatus
  attempt: number
  pending?: 'start' | 'teams' | 'trial' | 'end' | 'stay'
  wanted?: number
  /** The person who pays, and gets the provider's mail. */
  startedBy: string
  /** The last day of the free period, in UTC; undefined if the club had one before. */
  trialEnd?: string
  /** While a longer free period is pending: the previous end, and who requested it. */
  trialBefore?: { until: string; by: string }
  promotionId?: string
  paymentMethodId?: string
  subscriptionId?: string
  customerId?: string
  replaces?: string
  /** The end of the paid period, and for how many licences: licences that were given back can be taken again until then. */
  periodEnd?: string
  paid?: number
  /** When it ends, if it was cancelled: until then that can be reverted. */
  endsAt?: string
  /** Since when a bill is unpaid. */
  graceSince?: string
  /** How many days before the end of the free period the payers were last told. */
  toldDaysBefore?: number
}

const rows = entity<Subscription, OrganizationId>('Subscription', {
  key: (id) => ({ pk: organizationPartition(id), sk: 'SUBSCRIPTION' }),
  gsi2: by(['trialEnd', 'organizationId'], ({ trialEnd, organizationId }) => [`TRIALS#${trialEnd}`, organizationId]),
})
export const subscriptions = {
  ...rows,
  /** The subscriptions whose free period ends, or ended, on a day. */
  endingOn: (day: string): Range => ({ index: 'gsi2', pk: `TRIALS#${day}`, ...startingWith('o') }),
}

export type Seats = OrganizationId & { day: string; given: number; used: number }
export const seats = {
  ...entity<Seats, OrganizationId & { day: string }>('Seats', {
    key: (id) => ({ pk: organizationPartition(id), sk: `SEATS#${id.day}` }),
  }),
  /** From a day on. */
  since: (id: OrganizationId, day: string) =>
    all<Seats>({ pk: organizationPartition(id), from: `SEATS#${day}`, to: 'SEATS#\uffff' }),
}
