import * as z from 'zod/mini'
import { mayBill, maxLicences, planNames } from '../../rules/subscriptions.ts'
import type { Area } from '../route.ts'

const providerId = z.string().check(z.regex(/^[\w-]{1,64}$/))
const count = z.string().check(z.regex(/^\d{1,3}$/))
/** Users who spend a club's money, or need to know what a team costs. */
const aboutTeams = { anyOf: ['canEditBilling', 'canAddNewTeams', 'canEditTeam'] } as const

const Teams = z.object({
  given: z.int(),
  used: z.int(),
  /** Returned licences that are paid until a date: they can be had back for free. */
  paid: z.nullable(z.object({ teams: z.int(), until: z.string() })),
  teams: z.array(z.object({ id: z.string(), name: z.string(), archived: z.boolean() })),
  /** The number of licences and of used ones, on days when that changed. */
  seats: z.array(z.object({ day: z.string(), given: z.int(), used: z.int() })),
})

export const licenceRoutes = {
  'GET /rest-api/payments/purchase/team/license/{teamId}': {
    can: 'canEditBilling',
    subject: 'path.teamId',
    does: 'Buys one licence for a team that is archived, or about to be opened. Where one is left, or the team has one, none is bought.',
    query: z.object({ subscriptionId: z.optional(providerId), quantity: z.optional(z.literal('1')) }),
    returns: z.object({ success: z.boolean(), licensesRemaining: z.int() }),
    refuses: ['license_not_added', 'no_card'],
  },
  'GET /rest-api/payments/createteam/subscriptioninfo/{orgId}': {
    can: aboutTeams,
    subject: 'path.orgId',
    does: 'Says how many licences are left, and what more of them would cost: now, and for each period from then on.',
    query: z.object({ licensesToAdd: z.optional(count), subscriptionId: z.optional(providerId) }),
    returns: z.object({
      licensesRemaining: z.object({ licensesRemaining: z.int() }),
      subscriptionId: z.nullable(z.string()),
      plan: z.nullable(z.enum(planNames)),
      /** What is charged at once, in cents; zero during the free period. */
      nowInCents: z.nullable(z.int()),
      /** The monthly price per team, in cents. */
      monthlyInCents: z.nullable(z.number()),
      trialEnd: z.nullable(z.string()),
      /** Whether there is a subscription to add a licence to. */
      canBuy: z.boolean(),
    }),
  },
  'GET /rest-api/payments/teams/{orgId}': {
    can: mayBill,
    subject: 'path.orgId',
    does: 'Lists the teams of an organization with the licences it has and had.',
    returns: Teams,
  },
  'POST /rest-api/payments/teams/{orgId}': {
    can: 'canEditBilling',
    subject: 'path.orgId',
    does: 'Gives back licences that no active team has, which are billed no more from the next period on; until then they can be had back.',
    body: z.object({ teams: z.int().check(z.gte(1), z.lte(maxLicences)) }),
    returns: Teams,
    refuses: ['more_teams_than_licences', 'payment_failed'],
  },
} as const satisfies Area
