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
  /** At the card provider: the club's account there, whether families can pay, and what its owner still has to provide. */
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
    does: 'Lists the payment processors of a club, and what the product itself takes of each payment.',
    early: true,
    returns: z.object({
      paymentAccounts: z.array(PaymentAccount),
      platformFee: z.object({ perMille: z.int(), cents: z.int() }),
    }),
  },
  'POST /rest-api/fee/payment-accounts/create': {
    can: 'canEditBilling',
    subject: 'body.paymentAccountId',
    does: 'Adds a payment processor to a club. The same again changes nothing, and added before otherwise it is refused.',
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
    does: 'Says to which PayPal address a club is paid.',
    body: z.object({ paymentAccountId: id('paymentAccount'), email: Email }),
    returns: z.object({ paymentAccount: PaymentAccount }),
  },
  'POST /rest-api/fee/payment-accounts/update': {
    can: 'canEditBilling',
    subject: 'body.paymentAccountId',
    does: 'Changes what a processor takes of each payment: per mille, and cents.',
    body: z.object({ paymentAccountId: id('paymentAccount'), ...rate }),
    returns: z.object({ paymentAccount: PaymentAccount }),
  },
  'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}': {
    can: 'canEditBilling',
    subject: 'path.paymentAccountId',
    does: 'Switches a processor on or off: to what is wanted, however often it is asked; where that is not said, to the other of what it is, and back when it is asked again.',
    query: z.object({ active: z.optional(z.enum(['true', 'false'])) }),
    returns: z.object({ paymentAccount: PaymentAccount }),
  },
} as const satisfies Area
