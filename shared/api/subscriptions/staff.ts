import * as z from 'zod/mini'
import { promotionCode } from '../../rules/promotions.ts'
import { deedActs } from '../../rules/staff.ts'
import { durations, planNames, subscriptionStatuses } from '../../rules/subscriptions.ts'
import { Day } from '../fields.ts'
import { Reason } from '../reason.ts'
import type { Area } from '../route.ts'

const sales = { staff: ['ROLE_ADMIN', 'ROLE_SALES'] } as const
const StaffAction = z.object({
  id: z.string(),
  when: z.string(),
  act: z.enum(deedActs),
  about: z.string(),
  detail: z.string(),
  reason: z.string(),
  who: z.string(),
  /** Requested, and not done by the payment provider yet. */
  isWaiting: z.boolean(),
})
const Promotion = z.object({
  id: z.string(),
  code: z.string(),
  active: z.boolean(),
  percentOff: z.nullable(z.number()),
  /** Cents. */
  amountOff: z.nullable(z.int()),
  duration: z.enum(durations),
  months: z.nullable(z.int()),
  until: z.nullable(z.string()),
  used: z.int(),
  most: z.nullable(z.int()),
})

/** Staff access to clubs' subscriptions and promotion codes. */
export const staffRoutes = {
  'GET /rest-api/staff/subscription/{orgId}': {
    can: sales,
    does: 'Returns a club’s subscription and its state, the days to which its free period can be extended, and earlier actions of staff.',
    returns: z.object({
      club: z.object({ id: z.string(), name: z.string(), limited: z.boolean() }),
      licences: z.object({ given: z.int(), used: z.int() }),
      subscription: z.nullable(
        z.object({
          id: z.nullable(z.string()),
          status: z.enum(subscriptionStatuses),
          state: z.enum(['EXPIRED', 'GRACE_PERIOD', 'ACTIVE']),
          plan: z.enum(planNames),
          teams: z.int(),
          /** The last day of the free period, while it lasts. */
          trialEnd: z.nullable(z.string()),
          periodEnd: z.nullable(z.string()),
          /** When it ends, if the club has cancelled it. */
          endsAt: z.nullable(z.string()),
          graceUntil: z.nullable(z.string()),
          hasPromotion: z.boolean(),
        }),
      ),
      /** Empty if there is no free period any more. */
      trialEnds: z.array(z.string()),
      deeds: z.array(StaffAction),
    }),
  },
  'PUT /rest-api/staff/subscription/{orgId}/trial': {
    can: sales,
    does: 'Extends the free period of a club to the first day of one of the next months. Idempotent.',
    body: z.object({ trialEnd: Day, reason: Reason }),
    returns: z.object({ trialEnd: z.string() }),
    refuses: ['no_free_period'],
  },
  'GET /rest-api/staff/promotions': {
    can: sales,
    does: 'Lists the newest 100 promotion codes with their number of uses, and earlier actions of staff.',
    returns: z.object({ promotions: z.array(Promotion), deeds: z.array(StaffAction) }),
  },
  'POST /rest-api/staff/promotions': {
    can: sales,
    does: 'Creates a promotion code: a discount in percent or cents, applied once, for some months, or forever.',
    body: z
      .object({
        code: z.string().check(z.regex(promotionCode)),
        percentOff: z.optional(z.int().check(z.gte(1), z.lte(100))),
        amountOff: z.optional(z.int().check(z.gte(1), z.lte(1_000_000))),
        duration: z.enum(durations),
        months: z.optional(z.int().check(z.gte(1), z.lte(36))),
        /** The last day that it is valid. */
        until: z.optional(Day),
        most: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
        reason: Reason,
      })
      .check(
        z.refine(({ percentOff, amountOff }) => (percentOff === undefined) !== (amountOff === undefined), {
          path: ['percentOff'],
        }),
        z.refine(({ duration, months }) => (duration === 'repeating') === (months !== undefined), { path: ['months'] }),
      ),
    returns: Promotion,
    refuses: ['promotion_there'],
  },
  'POST /rest-api/staff/promotions/end': {
    can: sales,
    does: 'Ends a promotion code: it can no longer be used. Clubs that have used it keep their discount.',
    body: z.object({ promotionId: z.string().check(z.regex(/^\w{1,100}$/)), reason: Reason }),
    returns: z.object({}),
  },
} as const satisfies Area
