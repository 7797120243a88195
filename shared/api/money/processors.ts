import * as z from 'zod/mini'
import { maxFeeAmount, maxPercent, privateKeyPattern, providerNames, publicKeyPattern } from '../../rules/processors.ts'
import { Email, id } from '../fields.ts'
import type { Area } from '../route.ts'

const rate = {
  /** Percent times ten. */
  feeInPermile: z.int().check(z.gte(0), z.lte(maxPercent * 10)),
  feeInCents: z.int().check(z.gte(0), z.lte(maxFeeAmount * 100)),
}
/** Keys are write-only: no response contains them. */
const PaymentAccount = z.object({
  paymentAccountId: z.string(),
  paymentProviderName: z.enum(providerNames),
  emailAddress: z.nullable(z.string()),
  active: z.boolean(),
  /** At the card provider: the club's account, whether it can take payments, and which information its owner still has to provide. */
  stripeAccountId: z.nullable(z.string()),
  chargesEnabled: z.boolean(),
  payoutsEnabled: z.boolean(),
  missing: z.array(z.string()),
  processingFeeInCents: z.int(),
  processingFeePerMilli: z.int(),
})

/** A club's payment providers, and their fees. */
export const processors = {
  'GET /rest-api/fee/payment-accounts/{orgId}/all': {
    can: 'canEditBilling',
    subject: 'path.orgId',
    does: 'Lists the payment accounts of a club, and the platform fee per payment.',
    early: true,
    returns: z.object({
      paymentAccounts: z.array(PaymentAccount),
      platformFee: z.object({ perMille: z.int(), cents: z.int() }),
    }),
  },
  'POST /rest-api/fee/payment-accounts/create': {
    can: 'canEditBilling',
    subject: 'body.paymentAccountId',
    does: 'Adds a payment account to a club. Repeating the call has no effect; repeating it with other data is refused.',
    body: z.object({
      /** Chosen by the client. */
      paymentAccountId: id('paymentAccount'),
      paymentProviderName: z.enum(providerNames),
      fluidpayPublicKey: z.optional(z.string().check(z.trim(), z.regex(publicKeyPattern))),
      fluidpayPrivateKey: z.optional(z.string().check(z.trim(), z.regex(privateKeyPattern))),
      email: z.optional(Email),
      ...rate,
    }),
    returns: z.object({ paymentAccount: PaymentAccount }),
    refuses: ['saved_before'],
  },
  'POST /rest-api/fee/payment-accounts/paypal': {
    can: 'canEditBilling',
    subject: 'body.paymentAccountId',
    does: 'Sets the PayPal address to which a club is paid.',
    body: z.object({ paymentAccountId: id('paymentAccount'), email: Email }),
    returns: z.object({ paymentAccount: PaymentAccount }),
  },
  'POST /rest-api/fee/payment-accounts/update': {
    can: 'canEditBilling',
    subject: 'body.paymentAccountId',
    does: 'Updates the processing fee of a payment account, in per mille and cents per payment.',
    body: z.object({ paymentAccountId: id('paymentAccount'), ...rate }),
    returns: z.object({ paymentAccount: PaymentAccount }),
  },
  'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}': {
    can: 'canEditBilling',
    subject: 'path.paymentAccountId',
    does: 'Activates or deactivates a payment account. Without `active`, the call toggles its state.',
    query: z.object({ active: z.optional(z.enum(['true', 'false'])) }),
    returns: z.object({ paymentAccount: PaymentAccount }),
  },
} as const satisfies Area
