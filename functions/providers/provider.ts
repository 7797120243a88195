import type { PaymentAccount } from '../table/paymentAccounts.ts'

/** A payment to start. It is in our table before the provider is asked, so that its id can be the idempotency key. */
export type Order = {
  paymentId: string
  account: PaymentAccount
  /** The total, and the platform's share of it, in cents. */
  cents: number
  platformCents: number
  lines: readonly { name: string; cents: number }[]
}
/** A page of the provider, to which the payer is redirected. */
export type HostedPage = {
  /** The provider's id of the payment. */
  reference: string
  url: string
}

/**
 * The state of a payment at its provider.
 *   open        the payer may still pay
 *   approved    the payer has approved it, and we have to capture it (`capture`)
 *   processing  the money is on its way: neither paid nor refused
 *   paid        `feeCents` is the provider's fee, undefined until it is known
 *   asks        the bank requires the cardholder to authenticate, who is not present
 *   refused     not paid; `final` if the same card must not be tried again
 *   closed      ended without being paid
 */
export type PaymentStatus =
  | { as: 'open' | 'approved' | 'asks' | 'closed' }
  /** `lacksAccount`: it waits until the club has an account at PayPal with the e-mail address that is paid. */
  | { as: 'processing'; lacksAccount?: boolean }
  | { as: 'refused'; why: string; final: boolean }
  | PaidStatus
/** The payment cannot be read any more: the club's account is not connected to ours. */
type Unreadable = { as: 'gone' }
export type PaidStatus = {
  as: 'paid'
  /** The card, if it was saved for later charges. */
  saved?: SavedMethod | undefined
  chargeId: string
  cents: number
  feeCents: number | undefined
  label: string
}

/** The provider's ids of a saved card and of its owner. */
export type SavedMethod = { customer: string; method: string }

export type RefundStatus = { as: 'done' | 'processing'; providerRefundId: string } | { as: 'refused'; why: string }
/** Not possible yet: to be requested again later. */
export type RefundWaits = { as: 'waits' }

/** An entry of `missing`: the club has disconnected its account from ours. */
export const disconnected = 'disconnected'
/** The state of a club's account: whether it can take payments and pay out, and which information is missing. */
export type AccountStatus = { chargesEnabled: boolean; payoutsEnabled: boolean; missing: readonly string[] }

/** For providers where clubs register at the provider itself. */
export type Onboarding = {
  /** Creates the club's account if there is none, and gives the URL of the provider's onboarding page. */
  connect: (call: {
    account: PaymentAccount
    club: string
    email?: string
    back: string
  }) => Promise<{ providerAccountId: string; url: string }>
  accountStatus: (account: PaymentAccount) => Promise<AccountStatus>
}

export type PaymentLookup = {
  account: PaymentAccount
  paymentId: string
  reference: string
  cents: number
  now: string
  /** The token of a card that was typed on our page, and the instant of the first attempt to charge it. */
  token?: string | undefined
  askedAt?: string | undefined
}
/** A payment provider. Every call is idempotent: with the same ids it has one effect. */
export type PaymentProvider = {
  /**
   * Opens a page on which this can be paid until `ends`. `own`: the URL of our own page for typing a card; `saves`: the user for whom the
   * card is saved.
   */
  start: (
    order: Order,
    page: {
      done: string
      back: string
      own: string
      ends: string
      language: 'en' | 'es'
      email?: string
      saves?: string
    },
  ) => Promise<HostedPage>
  /** Charges a saved card without its owner being present. `isOld`: see `refund`. */
  chargeSaved?: (
    charge: Omit<Order, 'lines'> & SavedMethod & { isOld: boolean },
  ) => Promise<{ reference: string | undefined; status: PaymentStatus }>
  /** Opens a page on which a user saves a card without paying. The same `key` gives the same page. */
  setUp?: (call: {
    account: PaymentAccount
    key: string
    userId: string
    /** Metadata of the page, which its webhook events have too. */
    about: string
    back: string
    language: 'en' | 'es'
    email?: string | undefined
  }) => Promise<HostedPage>
  /** The card that was saved on such a page; undefined while there is none. */
  savedCardOn?: (page: {
    account: PaymentAccount
    reference: string
  }) => Promise<(SavedMethod & { label: string }) | undefined>
  /** The URL of such a page; undefined once it is closed. */
  setUpUrl?: (page: { account: PaymentAccount; reference: string }) => Promise<string | undefined>
  /** Closes such a page. */
  closeSetUp?: (page: { account: PaymentAccount; reference: string }) => Promise<void>
  /** Deletes a saved card. */
  deleteCard?: (card: { account: PaymentAccount; method: string }) => Promise<void>
  /** Deletes all customers of a user, with their cards; none of them while a payment of the user is under way. */
  deleteOwner?: (owner: { account: PaymentAccount; userId: string }) => Promise<'gone' | 'under way'>
  /** Reads the state of a payment. */
  complete: (payment: PaymentLookup) => Promise<PaymentStatus | Unreadable>
  /** Captures an approved payment, for providers where that is a step of its own. */
  capture?: (payment: PaymentLookup) => Promise<PaymentStatus>
  /** Cancels a payment, unless it was paid meanwhile; gives its state. */
  cancel: (payment: PaymentLookup) => Promise<PaymentStatus | Unreadable>
  /**
   * Refunds an amount of a charge; `withFee`: with the platform's share. `isOld`: an earlier request may be so old that the provider has
   * forgotten its idempotency key.
   */
  refund: (refund: {
    account: PaymentAccount
    refundId: string
    chargeId: string
    cents: number
    /** What had been refunded of the charge when this refund was first requested. */
    beforeCents: number
    withFee: boolean
    isOld: boolean
  }) => Promise<RefundStatus | RefundWaits>
  /** Reads the state of a refund. `reference`: the provider's id of the payment. */
  readRefund: (refund: {
    account: PaymentAccount
    providerRefundId: string
    reference: string | undefined
  }) => Promise<RefundStatus>
}
