import * as z from 'zod/mini'
import { feeStatuses, manualMethods } from '../../rules/fees.ts'
import { maxChargebackFee, maxPaidAtOnce } from '../../rules/paying.ts'
import { privateKeyPattern, providerNames, publicKeyPattern } from '../../rules/processors.ts'
import { id } from '../fields.ts'
import type { Area } from '../route.ts'

/** Chosen by the device for an attempt to pay, so that a retry opens the same page. */
const AttemptId = z.string().check(z.regex(/^[\w-]{8,36}$/))

const DueFee = z.object({
  feePlayerId: z.string(),
  name: z.string(),
  /** The first name only, since anyone with the link sees it. */
  player: z.string(),
  dueOn: z.string(),
  status: z.enum(feeStatuses),
  outstandingInCents: z.int(),
  /** The club bears the providers' fees. */
  absorbFees: z.boolean(),
  /**
   * `here`, `elsewhere`: it is being paid through this link, or by someone else. `onItsWay`: the payment is in transit from the
   * payer's bank. `asked`: it is not known yet whether the card was charged.
   */
  beingPaid: z.nullable(z.enum(['here', 'elsewhere', 'asked', 'onItsWay'])),
  /** The one account of the club that it must be paid to; null if any account with `takesAny` will do. */
  paymentAccountId: z.nullable(z.string()),
})
const Rate = z.object({ perMille: z.int(), cents: z.int() })

/** The outcome of a payment. */
const PaymentResult = z.object({
  state: z.enum(['open', 'processing', 'paid', 'closed']),
  amountInCents: z.int(),
  label: z.nullable(z.string()),
  /** The card was refused: nothing was charged. */
  isRefused: z.boolean(),
  /**
   * Why it is unknown whether it was charged: the provider has not answered yet for a card, or the club has left the provider.
   */
  unsure: z.optional(z.enum(['asked', 'left'])),
  /** If the card is typed on our own page: the provider whose fields are shown, and where they come from. */
  card: z.nullable(z.object({ publicKey: z.string(), script: z.string() })),
})

/** Online payments, saved cards, refunds, and the provider accounts of clubs. */
export const pay = {
  'POST /rest-api/fee/payment-link': {
    can: { grownUp: 'member' },
    subject: 'body.orgId',
    does: 'Creates a payment link for the fees of the caller’s own players in a club.',
    body: z.object({ orgId: id('organization') }),
    returns: z.object({ payId: z.string() }),
  },
  'POST /rest-api/fee/pay-link/{feePlayerId}': {
    can: { grownUp: 'family' },
    subject: 'path.feePlayerId',
    does: 'Returns a payment link for one fee. Anyone with the link can pay the fee.',
    returns: z.object({ payId: z.string() }),
    refuses: ['fee_settled'],
  },
  'DELETE /rest-api/fee/pay-link/{feePlayerId}': {
    can: { grownUp: 'family' },
    subject: 'path.feePlayerId',
    does: 'Revokes all payment links that were created for this fee.',
    returns: z.object({ takenBack: z.int() }),
  },
  'GET /rest-api/pay/{payId}': {
    can: 'anyone',
    does: 'Returns the fees that a payment link is for, and the available payment methods. Players are identified by first name only.',
    returns: z.object({
      organization: z.object({ name: z.string(), timezone: z.string() }),
      fees: z.array(DueFee),
      /** Online payments of these fees, latest first; `receiptOf`: the payment, if it was made through this link. */
      paid: z.array(
        z.object({
          name: z.string(),
          player: z.string(),
          amountInCents: z.int(),
          paidAt: z.string(),
          receiptOf: z.nullable(z.string()),
        }),
      ),
      /** It is the link of a child's own account: a parent or guardian has to pay. */
      child: z.optional(z.literal(true)),
      /** A card can be saved: the link is a family's. */
      canSave: z.boolean(),
      /** The registration that is paid through it, which the user returns to. */
      registrationId: z.nullable(z.string()),
      /** Until when its places are held during payment: the earliest of those not paid yet. */
      heldUntil: z.nullable(z.string()),
      methods: z.array(
        z.object({
          paymentAccountId: z.string(),
          paymentProviderName: z.enum(providerNames),
          rate: Rate,
          /** It accepts fees that are not restricted to one account. */
          takesAny: z.boolean(),
        }),
      ),
    }),
    refuses: ['pay_link_gone', 'pay_link_expired'],
  },
  'POST /rest-api/pay/{payId}/start': {
    can: 'anyone',
    spends: 'provider',
    does: 'Starts a payment and returns the URL of the provider’s payment page. Repeating the call with the same `attempt` returns the same page.',
    body: z.object({
      attempt: AttemptId,
      feePlayerIds: z.array(id('playerFee')).check(z.minLength(1), z.maxLength(maxPaidAtOnce)),
      paymentAccountId: id('paymentAccount'),
      /** The total shown to the payer: if it has changed, nothing is charged. */
      totalInCents: z.int(),
      /** First ends a payment that is in progress elsewhere. */
      instead: z.optional(z.boolean()),
      /** Saves the card, and charges later fees to it when they are due. */
      save: z.optional(z.boolean()),
      /** The language of the provider's page. */
      language: z.optional(z.enum(['en', 'es'])),
    }),
    returns: z.object({ url: z.string() }),
    refuses: [
      'pay_link_gone',
      'pay_link_expired',
      'payments_off',
      'other_account',
      'being_paid',
      'fee_settled',
      'fee_changed',
      'too_small_online',
      'payment_over',
      'guardian_does',
    ],
  },
  'POST /rest-api/pay/{payId}/back': {
    can: 'anyone',
    does: 'Returns the status of a payment as known to the provider, after the payer has returned from its page.',
    body: z.object({ paymentId: id('payment') }),
    returns: PaymentResult,
    refuses: ['pay_link_gone'],
  },
  'POST /rest-api/pay/{payId}/card': {
    can: 'anyone',
    does: 'Charges a card that was entered in the provider’s fields on the payment page. Repeating the call does not charge it again.',
    body: z.object({
      paymentId: id('payment'),
      /** The provider's token for the card: card numbers never come here. */
      token: z.string().check(z.regex(/^[\w-]{8,128}$/)),
    }),
    returns: PaymentResult,
    refuses: ['pay_link_gone', 'payments_off', 'payment_over'],
  },
  'GET /rest-api/fee/cards': {
    can: 'signed_in',
    does: 'Lists the caller’s saved cards, and the clubs for which a card can be saved.',
    early: true,
    returns: z.object({
      cards: z.array(
        z.object({
          organization: z.object({ id: z.string(), name: z.string() }),
          label: z.string(),
          /** `refused`: will be retried. `stopped`: will not. `waits`: its club currently takes nothing through that account. */
          state: z.enum(['on', 'refused', 'stopped', 'waits']),
          nextTryOn: z.nullable(z.string()),
        }),
      ),
      /** The clubs of the user's players that allow saving one. */
      canKeep: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
  'POST /rest-api/fee/cards/{orgId}': {
    can: { grownUp: 'member' },
    subject: 'path.orgId',
    spends: 'provider',
    does: 'Returns the URL of the provider’s page for saving a card for future fees; nothing is charged. Repeating the call with the same `attempt` returns the same page.',
    body: z.object({ attempt: AttemptId, language: z.optional(z.enum(['en', 'es'])) }),
    returns: z.object({ url: z.string() }),
    refuses: ['payments_off'],
  },
  'POST /rest-api/fee/cards/{orgId}/kept': {
    can: { grownUp: 'member' },
    subject: 'path.orgId',
    does: 'Saves the card that was entered on the provider’s page, and returns whether a card is saved. Idempotent.',
    returns: z.object({ isKept: z.boolean() }),
  },
  'DELETE /rest-api/fee/cards/{orgId}': {
    // Also for a club that the user no longer belongs to.
    can: 'signed_in',
    does: 'Removes the caller’s saved card for a club: no more fees are charged to it. Idempotent.',
    returns: z.object({}),
  },
  'POST /rest-api/fee/refund/{feePlayerId}': {
    can: 'canEditFees',
    subject: 'path.feePlayerId',
    does: 'Refunds an online payment on a fee, in full or in part. Idempotent by `refundId`.',
    body: z.object({
      /** Chosen by the client. */
      refundId: AttemptId,
      paymentId: id('payment'),
      amountInCents: z.int().check(z.positive()),
      /** Whether the refunded amount becomes outstanding again, or is waived. */
      as: z.enum(['owed', 'waived']),
      /** The platform's share of the processing fee is refunded to the club, too. */
      withFee: z.boolean(),
    }),
    returns: z.object({}),
    refuses: ['more_than_paid', 'saved_before', 'refund_at_paypal', 'payment_disputed'],
  },
  'POST /rest-api/fee/chargeback/{feePlayerId}': {
    can: 'canEditFees',
    subject: 'path.feePlayerId',
    does: 'Records a chargeback for a provider that does not report chargebacks: the amount is outstanding again. Idempotent.',
    body: z.object({
      paymentId: id('payment'),
      /** The provider's fee for the chargeback. */
      feeInCents: z.int().check(z.gte(0), z.lte(maxChargebackFee)),
    }),
    returns: z.object({}),
    refuses: ['conflict'],
  },
  'POST /rest-api/fee/refund-again/{feePlayerId}': {
    can: 'canEditFees',
    subject: 'path.feePlayerId',
    does: 'Retries the refunds of a payment that the provider refused, or records that they were paid out manually. Idempotent.',
    body: z.object({ paymentId: id('payment'), how: z.enum(['AGAIN', ...manualMethods]) }),
    returns: z.object({}),
    refuses: ['conflict', 'refund_at_paypal', 'payment_disputed'],
  },
  'POST /rest-api/fee/payment-accounts/keys': {
    can: 'canEditBilling',
    subject: 'body.paymentAccountId',
    does: 'Replaces the keys of a FluidPay account. The old keys remain in use until FluidPay has accepted the new private key.',
    body: z.object({
      paymentAccountId: id('paymentAccount'),
      fluidpayPublicKey: z.string().check(z.trim(), z.regex(publicKeyPattern)),
      fluidpayPrivateKey: z.string().check(z.trim(), z.regex(privateKeyPattern)),
    }),
    returns: z.object({}),
    refuses: ['payments_off'],
  },
  'POST /rest-api/fee/payment-accounts/provider-account': {
    can: 'canEditBilling',
    subject: 'body.paymentAccountId',
    does: 'Creates the club’s account at the card provider. Repeating the call returns the same account.',
    body: z.object({ paymentAccountId: id('paymentAccount') }),
    returns: z.object({ stripeAccountId: z.string() }),
    refuses: ['payments_off'],
  },
  'POST /rest-api/fee/payment-accounts/onboarding': {
    can: 'canEditBilling',
    subject: 'body.paymentAccountId',
    does: 'Returns the URL of the provider’s onboarding page, which leads back to `returnPath`.',
    body: z.object({
      paymentAccountId: id('paymentAccount'),
      stripeAccountId: z.string().check(z.regex(/^acct_\w{1,64}$/)),
      returnPath: z.string().check(z.regex(/^\/(?!\/)[\w./?=&-]{0,200}$/)),
    }),
    returns: z.object({ url: z.string() }),
    refuses: ['payments_off'],
  },
  'POST /rest-api/fee/payment-accounts/standing': {
    can: 'canEditBilling',
    subject: 'body.paymentAccountId',
    does: 'Checks with the provider whether the club’s account can take payments, and which information is missing.',
    body: z.object({ paymentAccountId: id('paymentAccount') }),
    returns: z.object({ chargesEnabled: z.boolean(), payoutsEnabled: z.boolean(), missing: z.array(z.string()) }),
    refuses: ['payments_off'],
  },
} as const satisfies Area
