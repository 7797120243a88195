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
  /** Items that will be added to the next invoice. */
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

/** What clubs pay for the product. Cards are entered at the provider; only their last digits are known here. */
export const billingRoutes = {
  'GET /rest-api/organization/billing/{orgId}': {
    can: mayBill,
    subject: 'path.orgId',
    does: 'Returns an organization’s subscription, invoices, and saved cards.',
    returns: Billing,
  },
  'GET /rest-api/organization/billing-access/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Returns whether the caller may see an organization’s billing, and the state of its subscription.',
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
    does: 'Returns the next invoice and its date; null if the subscription does not continue.',
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
    does: 'Returns the URL of the provider’s page for entering a card, which leads back to `returnPath`.',
    body: z.object({ returnPath: z.string().check(z.maxLength(200), z.regex(/^\/[\w./-]*$/)) }),
    returns: z.object({ url: z.string() }),
  },
  'POST /rest-api/organization/billing/{orgId}/card/use': {
    can: 'canEditBilling',
    subject: 'path.orgId',
    does: 'Sets the card that pays the subscription and unpaid invoices: one that was entered on the provider’s page, or a saved one.',
    body: z.union([
      z.object({
        sessionId: z.string().check(z.regex(/^[\w-]{1,128}$/)),
        /** The card is for an order that follows: nothing is charged until it is placed. */
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
    does: 'Ends an organization’s subscription after the paid period, or undoes this while it is running. Idempotent.',
    body: z.object({ ends: z.boolean() }),
    returns: z.object({ endsAt: z.nullable(z.string()) }),
    refuses: ['no_subscription'],
  },
  'DELETE /rest-api/organization/billing/{orgId}/card/{paymentMethodId}': {
    can: 'canEditBilling',
    subject: 'path.orgId',
    does: 'Deletes a saved card. Refused for the card that pays the subscription.',
    returns: z.object({}),
    refuses: ['card_in_use'],
  },
} as const satisfies Area
