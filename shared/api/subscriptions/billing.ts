import * as z from 'zod/mini'
import { mayBill, planNames, subscriptionStatuses } from '../../rules/subscriptions.ts'
import type { Area } from '../route.ts'

const Line = z.object({ description: z.string(), amount: z.int() })
const State = z.enum(['EXPIRED', 'GRACE_PERIOD', 'ACTIVE'])

const Billing = z.object({
  customer: z.nullable(z.object({ id: z.string(), name: z.string(), email: z.string() })),
  organization: z.object({
    id: z.string(),
    name: z.string(),
    limitedFunctionality: z.boolean(),
    licenseSubscriptions: z.array(z.string()),
    subscriptionId: z.nullable(z.string()),
  }),
  state: State,
  graceUntil: z.nullable(z.string()),
  invoices: z.array(
    z.object({
      id: z.string(),
      number: z.nullable(z.string()),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
      paid: z.boolean(),
      total: z.int(),
      created: z.string(),
      lines: z.array(Line),
      invoicePdf: z.nullable(z.string()),
    }),
  ),
  /** What is added to the next bill, whatever else that is for. */
  waiting: z.array(Line),
  subscriptions: z.array(
    z.object({
      id: z.nullable(z.string()),
      status: z.enum(subscriptionStatuses),
      plan: z.enum(planNames),
      items: z.array(z.object({ priceId: z.string(), quantity: z.int() })),
      currentPeriodEnd: z.nullable(z.string()),
      /** When it ends, if cancelled; until then that can be undone. */
      endsAt: z.nullable(z.string()),
      trialEnd: z.nullable(z.string()),
    }),
  ),
  paymentMethods: z.array(
    z.object({
      id: z.string(),
      card: z.object({ brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int() }),
      isDefault: z.boolean(),
    }),
  ),
})

/** What a club pays us. Of a card only the last digits ever come here: it is entered at the provider. */
export const billingRoutes = {
  'GET /rest-api/organization/billing/{orgId}': {
    can: mayBill,
    subject: 'path.orgId',
    does: 'Shows what an organization has bought and paid, and with which cards.',
    returns: Billing,
  },
  'GET /rest-api/organization/billing-access/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Says whether the caller may see an organization’s billing, and how its subscription stands.',
    early: true,
    returns: z.object({
      allowed: z.boolean(),
      canRenew: z.boolean(),
      state: State,
      graceUntil: z.nullable(z.string()),
      limitedFunctionality: z.boolean(),
    }),
  },
  'GET /rest-api/payments/upcoming/invoices/{orgId}': {
    can: mayBill,
    subject: 'path.orgId',
    does: 'Shows what the next bill will be and when it comes; none where no subscription runs.',
    returns: z.object({
      invoice: z.nullable(
        z.object({ on: z.string(), lines: z.array(Line), subtotal: z.int(), discount: z.int(), total: z.int() }),
      ),
    }),
  },
  'POST /rest-api/organization/billing/{orgId}/card': {
    can: 'canEditBilling',
    subject: 'path.orgId',
    spends: 'provider',
    does: 'Gives the address of the provider’s page on which a card is typed; from there it goes back to a page of ours.',
    body: z.object({ returnPath: z.string().check(z.maxLength(200), z.regex(/^\/[\w./-]*$/)) }),
    returns: z.object({ url: z.string() }),
  },
  'POST /rest-api/organization/billing/{orgId}/card/use': {
    can: 'canEditBilling',
    subject: 'path.orgId',
    does: 'Pays with a card that was typed on the provider’s page, or with another one of the organization’s, from now on, also what is unpaid.',
    body: z.union([
      z.object({
        sessionId: z.string().check(z.regex(/^[\w-]{1,128}$/)),
        /** It is for the order that follows: until that is placed, nothing is charged. */
        forOrder: z.optional(z.boolean()),
      }),
      z.object({ paymentMethodId: z.string().check(z.regex(/^[\w-]{1,128}$/)) }),
    ]),
    returns: z.object({ paymentMethodId: z.string() }),
    refuses: ['card_refused', 'payment_failed'],
  },
  'POST /rest-api/organization/billing/{orgId}/end': {
    can: 'canEditBilling',
    subject: 'path.orgId',
    does: 'Ends an organization’s subscription with the period that is paid, or takes that back while it runs. The same again changes nothing.',
    body: z.object({ ends: z.boolean() }),
    returns: z.object({ endsAt: z.nullable(z.string()) }),
    refuses: ['no_subscription'],
  },
  'DELETE /rest-api/organization/billing/{orgId}/card/{paymentMethodId}': {
    can: 'canEditBilling',
    subject: 'path.orgId',
    does: 'Forgets a card. The one that the subscription is paid with is kept.',
    returns: z.object({}),
    refuses: ['card_in_use'],
  },
} as const satisfies Area
