import type { PaymentAccount } from '../table/paymentAccounts.ts'

/** A payment to be made. It is stored before the provider is called. */
export type Order = {
  paymentId: string
  account: PaymentAccount
  /** The total that is charged, and the platform's share of it. */
  cents: number
  platformCents: number
  lines: readonly { name: string; cents: number }[]
}
/** The provider's page to which the payer is sent. */
export type HostedPage = {
  /** The provider's id of this payment. */
  reference: string
  url: string
}

/**
 * The state of a payment at its provider.
 *   open        the payer may still pay
 *   approved    the payer has approved, and we have to capture it
 *   processing  the money is on its way: neither paid nor refused
 *   paid        `takenCents` is the provider's fee, once it is known
 *   asks        the bank asks for confirmation by the cardholder, who is not present
 *   refused     not paid; `final` if the same card must not be tried again
 *   closed      ended without payment
 */
export type Standing =
  | { as: 'open' | 'approved' | 'asks' | 'closed' }
  /** `lacksAccount`: it is pending until the club has a PayPal account with that address. */
  | { as: 'processing'; lacksAccount?: boolean }
  | { as: 'refused'; why: string; final: boolean }
  | Paid
/** The provider no longer shows it: the club's account is not connected to ours any more. */
type Unseen = { as: 'gone' }
export type Paid = {
  as: 'paid'
  /** The card, if it may be charged later. */
  saved?: SavedMethod | undefined
  chargeId: string
  cents: number
  takenCents: number | undefined
  label: string
}

/** The provider's ids of a card and its owner. */
export type SavedMethod = { customer: string; method: string }

export type Refunded = { as: 'done' | 'processing'; providerRefundId: string } | { as: 'refused'; why: string }
/** The provider cannot do it yet, and must be asked again later. */
export type Waits = { as: 'waits' }

/** In `missing`: the club has disconnected its account from ours, and takes payments with another one or not at all. */
export const disconnected = 'disconnected'
/** The state of a club's account: whether it can take payments, and which information its owner still has to give. */
export type AccountStanding = { chargesEnabled: boolean; payoutsEnabled: boolean; missing: readonly string[] }

/** For providers at which clubs verify their identity. */
export type Onboarding = {
  /** Creates the club's account if there is none, and returns the page on which its owner verifies their identity. */
  connect: (call: {
    account: PaymentAccount
    club: string
    email?: string
    back: string
  }) => Promise<{ providerAccountId: string; url: string }>
  standing: (account: PaymentAccount) => Promise<AccountStanding>
}

export type Asked = {
  account: PaymentAccount
  paymentId: string
  reference: string
  cents: number
  now: string
  /** The token of a card that was entered on our page, and when charging it began. */
  token?: string | undefined
  askedAt?: string | undefined
}
/** A payment provider. All calls are idempotent: repeated with the same ids, they take effect once. */
export type PaymentProvider = {
  /**
   * Opens a page for this payment until `ends`. `own` is our page for entering a card; `saves` is the person for whom the card is
   * saved.
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
  ) => Promise<{ reference: string | undefined; standing: Standing }>
  /** Opens a page for saving a card without a payment. The same key gives the same page. */
  setUp?: (call: {
    account: PaymentAccount
    key: string
    userId: string
    /** Metadata for the page, which comes back in its events. */
    about: string
    back: string
    language: 'en' | 'es'
    email?: string | undefined
  }) => Promise<HostedPage>
  /** The card that was saved on such a page; undefined until then. */
  leftOn?: (page: {
    account: PaymentAccount
    reference: string
  }) => Promise<(SavedMethod & { label: string }) | undefined>
  /** The URL of such a page, as long as a card can be saved on it. */
  openSetUp?: (page: { account: PaymentAccount; reference: string }) => Promise<string | undefined>
  /** Closes such a page, so that no card can be saved on it any more. */
  closeSetUp?: (page: { account: PaymentAccount; reference: string }) => Promise<void>
  /** Deletes a saved card. */
  forget?: (card: { account: PaymentAccount; method: string }) => Promise<void>
  /**
   * Deletes the owner of saved cards, under all ids that the provider has for them; nothing while a payment or page of theirs is
   * open.
   */
  forgetOwner?: (owner: { account: PaymentAccount; userId: string }) => Promise<'gone' | 'under way'>
  /** The current state. */
  complete: (payment: Asked) => Promise<Standing | Unseen>
  /**
   * Captures what the payer has approved, for providers where that is a separate step. A payment being captured is never
   * cancelled.
   */
  take?: (payment: Asked) => Promise<Standing>
  /** Cancels the payment, unless it was paid in the meantime: then returns that state. */
  cancel: (payment: Asked) => Promise<Standing | Unseen>
  /**
   * Refunds part of a charge. `withFee`: the platform's share is returned too. `isOld`: the first request may be so old that its
   * idempotency key is forgotten.
   */
  refund: (refund: {
    account: PaymentAccount
    refundId: string
    chargeId: string
    cents: number
    /** How much of the charge was already refunded when this was first requested. */
    beforeCents: number
    withFee: boolean
    isOld: boolean
  }) => Promise<Refunded | Waits>
  /** The state of a refund; `reference` is the provider's id of its payment. */
  refunded: (refund: {
    account: PaymentAccount
    providerRefundId: string
    reference: string | undefined
  }) => Promise<Refunded>
}
