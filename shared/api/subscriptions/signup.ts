import * as z from 'zod/mini'
import { maxLicences, signupDefaults } from '../../rules/subscriptions.ts'
import { sportNames } from '../../rules/sports.ts'
import { id, PersonName } from '../fields.ts'
import type { Area } from '../route.ts'

const providerId = z.string().check(z.regex(/^[\w-]{1,64}$/))
const optional = z.optional(z.nullable(providerId))
/** The person as the screens have them; the session determines who it is. */
const Person = z.object({
  firstName: z.string().check(z.maxLength(64)),
  lastName: z.string().check(z.maxLength(64)),
  id: z.string().check(z.maxLength(64)),
  username: z.string().check(z.maxLength(254)),
})
const Teams = z.int().check(z.gte(1), z.lte(maxLicences))

export const signupRoutes = {
  'POST /rest-api/payments/create/org/subscription': {
    can: { grownUp: 'signed_in' },
    spends: 'provider',
    does: 'Creates an organization with its subscription, or renews an expired subscription, which requires the right to edit billing. Repeating the call has no effect; repeating it with other data is refused.',
    body: z.object({
      orgId: id('organization'),
      orgName: PersonName,
      sport: z.enum(sportNames),
      timezone: z.optional(z.string().check(z.maxLength(64))),
      teams: z.optional(Teams),
      trialDays: z.optional(z.literal(signupDefaults.trialDays)),
      priceId: providerId,
      connectPriceId: optional,
      dataPriceId: optional,
      paymentMethodId: optional,
      couponCode: z.optional(z.nullable(z.string().check(z.maxLength(64), z.regex(/^[\w-]*$/)))),
      promotion: z.optional(z.nullable(z.unknown())),
      promotionId: optional,
      usagePromotionId: optional,
      /** The minimum number of teams for a promotion. */
      minimum: z.optional(z.nullable(z.int())),
      user: z.optional(z.nullable(Person)),
      newUser: z.optional(z.nullable(Person)),
    }),
    returns: z.object({ orgId: z.string(), subscriptionId: z.nullable(z.string()), trialEnd: z.nullable(z.string()) }),
    refuses: [
      'not_expired',
      'saved_before',
      'promotion_over',
      'no_card',
      'payment_failed',
      'already_there',
      'more_teams_than_licences',
    ],
  },
  'POST /rest-api/organization/add/team': {
    can: 'canAddNewTeams',
    subject: 'body.organizationId',
    does: 'Creates a team with just a name, in the organization’s sport, with one of its licenses. Repeating the call has no effect; repeating it with another name is refused.',
    body: z.object({ organizationId: id('organization'), teamId: id('team'), name: PersonName }),
    returns: z.object({ id: z.string(), licensesRemaining: z.int() }),
    refuses: ['no_licence', 'already_there', 'saved_before'],
  },
  'GET /rest-api/organization/user/canAddTeam': {
    can: 'signed_in',
    does: 'Lists the organizations in which the caller can create teams, with the number of remaining licenses.',
    early: true,
    returns: z.object({
      canAddTeam: z.boolean(),
      organizations: z.array(z.object({ id: z.string(), name: z.string(), licensesRemaining: z.int() })),
    }),
  },
} as const satisfies Area
