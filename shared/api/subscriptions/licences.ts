import * as z from 'zod/mini'
import { mayBill, maxLicences, planNames } from '../../rules/subscriptions.ts'
import type { Area } from '../route.ts'

const providerId = z.string().check(z.regex(/^[\w-]{1,64}$/))
const count = z.string().check(z.regex(/^\d{1,3}$/))
/** Users who buy licenses, or need to know the price of a team. */
const aboutTeams = { anyOf: ['canEditBilling', 'canAddNewTeams', 'canEditTeam'] } as const

const Teams = z.object({
  given: z.int(),
  used: z.int(),
  /** Returned licenses that are paid until a date: they can be taken back for free. */
  paid: z.nullable(z.object({ teams: z.int(), until: z.string() })),
  teams: z.array(z.object({ id: z.string(), name: z.string(), archived: z.boolean() })),
  /** The number of licenses, and of used ones, on days when either changed. */
  seats: z.array(z.object({ day: z.string(), given: z.int(), used: z.int() })),
})

export const licenceRoutes = {
  'GET /rest-api/payments/purchase/team/license/{teamId}': {
    can: 'canEditBilling',
    subject: 'path.teamId',
    does: 'Buys one license for a team that is archived or about to be created. Buys none if a license is left or the team has one.',
    query: z.object({ subscriptionId: z.optional(providerId), quantity: z.optional(z.literal('1')) }),
    returns: z.object({ success: z.boolean(), licensesRemaining: z.int() }),
    refuses: ['license_not_added', 'no_card'],
  },
  'GET /rest-api/payments/createteam/subscriptioninfo/{orgId}': {
    can: aboutTeams,
    subject: 'path.orgId',
    does: 'Returns the number of remaining licenses, and what more of them cost: now, and per month from then on.',
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
      /** Whether there is a subscription to which a license can be added. */
      canBuy: z.boolean(),
    }),
  },
  'GET /rest-api/payments/teams/{orgId}': {
    can: mayBill,
    subject: 'path.orgId',
    does: 'Lists the teams of an organization, and its licenses over time.',
    returns: Teams,
  },
  'POST /rest-api/payments/teams/{orgId}': {
    can: 'canEditBilling',
    subject: 'path.orgId',
    does: 'Returns unused licenses, which are not billed from the next period on, or takes returned ones back that are paid until then; `teams` is the number to keep.',
    body: z.object({ teams: z.int().check(z.gte(1), z.lte(maxLicences)) }),
    returns: Teams,
    refuses: ['more_teams_than_licences', 'payment_failed'],
  },
} as const satisfies Area
