import type { PlanName, SubscriptionStatus } from '#shared/rules/subscriptions.ts'
import { by, entity } from './entity.ts'
import { type OrganizationId, organizationPartition } from './organizations.ts'
import { all, type Range, startingWith } from './table.ts'

/**
 * What a club has bought of us. It is written before the provider is asked for anything: `pending` says what is still wanted
 * of it, and whoever comes first does it, by keys made of the club and `attempt`.
 *   start   a subscription of `wanted` licences, in the place of `replaces` where there was one
 *   teams   `wanted` licences instead of `teams`
 *   trial   a free period until `trialEnd`, which is later than it was
 *   end     an end with the period that runs, and that at its end nothing more is billed
 *   stay    that it goes on after all
 * The count of licences and the switch of a club that has expired are changed in the same transactions as `teams` and `status`.
 */
export type Subscription = OrganizationId & {
  plan: PlanName
  priceId: string
  teams: number
  status: SubscriptionStatus
  attempt: number
  pending?: 'start' | 'teams' | 'trial' | 'end' | 'stay'
  wanted?: number
  /** Who pays, and gets the provider's mail. */
  startedBy: string
  /** The last day of the free period, in UTC; none where there was one before. */
  trialEnd?: string
  /** While a longer free period is wanted: until when it was, and who wants it. */
  trialBefore?: { until: string; by: string }
  promotionId?: string
  paymentMethodId?: string
  subscriptionId?: string
  customerId?: string
  replaces?: string
  /** The end of what is paid, and for how many licences: those that were given back can be had again until then. */
  periodEnd?: string
  paid?: number
  /** When it ends, where somebody has ended it: until then that can be taken back. */
  endsAt?: string
  /** Since when a bill is unpaid. */
  graceSince?: string
  /** How many days before the end of the free period those who pay were last told of it. */
  toldDaysBefore?: number
}

const rows = entity<Subscription, OrganizationId>('Subscription', {
  key: (id) => ({ pk: organizationPartition(id), sk: 'SUBSCRIPTION' }),
  gsi2: by(['trialEnd', 'organizationId'], ({ trialEnd, organizationId }) => [`TRIALS#${trialEnd}`, organizationId]),
})
export const subscriptions = {
  ...rows,
  /** Those whose free period ends, or has ended, on a day. */
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
