import type { PaymentAccount } from '../table/paymentAccounts.ts'

/** What somebody pays at once: named once it is written down, before the provider hears of it. */
export type Order = {
  paymentId: string
  account: PaymentAccount
  /** What is charged in all, and what of it is the platform's. */
  cents: number
  platformCents: number
  lines: readonly { name: string; cents: number }[]
}
/** The provider's own page, to which the payer is sent. */
export type HostedPage = {
  /** What the provider calls this payment. */
  reference: string
  url: string
}

/**
 * How a payment stands at its provider.
 *   open        the payer may still pay
 *   approved    the payer has agreed, and it is for us to take it
 *   processing  the money is on its way: neither paid nor refused
 *   paid        `takenCents` is what the provider keeps of it for itself, once it says so
 *   asks        the bank wants to ask the holder, who is not here
 *   refused     not paid; `final` when the same card is not to be tried again
 *   closed      ended without being paid
 */
export type Standing =
  | { as: 'open' | 'approved' | 'asks' | 'closed' }
  /** `lacksAccount`: it waits until the club has an account at the address that is paid. */
  | { as: 'processing'; lacksAccount?: boolean }
  | { as: 'refused'; why: string; final: boolean }
  | Paid
/** Its provider says nothing of it any more: the club’s account is not connected to ours any longer. */
type Unseen = { as: 'gone' }
export type Paid = {
  as: 'paid'
  /** The card, where it may be charged later. */
  saved?: SavedMethod | undefined
  chargeId: string
  cents: number
  takenCents: number | undefined
  label: string
}

/** What the provider calls a card, and whose it is. */
export type SavedMethod = { customer: string; method: string }

export type Refunded = { as: 'done' | 'processing'; providerRefundId: string } | { as: 'refused'; why: string }
/** The provider does it later, when it is asked again. */
export type Waits = { as: 'waits' }

/** Among what is missing: the club has cut its account off from us, and takes payments by another one or not at all. */
export const disconnected = 'disconnected'
/** How a club's account stands: whether it can take payments, and what its owner has still to say. */
export type AccountStanding = { chargesEnabled: boolean; payoutsEnabled: boolean; missing: readonly string[] }

/** Where clubs say who they are at the provider itself. */
export type Onboarding = {
  /** Makes the club's account where there is none, and gives the page on which its owner says who they are. */
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
  /** What stands for a card that was typed on our page, and since when it is charged. */
  token?: string | undefined
  askedAt?: string | undefined
}
/** Who takes payments. Every call may be made twice: with the same ids it does one thing. */
export type PaymentProvider = {
  /** Opens a page on which this is paid until `ends`; `own`: ours, on which a card is typed. `saves`: for whom the card is kept. */
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
  /** Charges a card that was kept, without its owner being there. `isOld`: see `refund`. */
  chargeSaved?: (
    charge: Omit<Order, 'lines'> & SavedMethod & { isOld: boolean },
  ) => Promise<{ reference: string | undefined; standing: Standing }>
  /** Opens a page on which somebody leaves a card, and nothing is paid. By the same key it is the same page. */
  setUp?: (call: {
    account: PaymentAccount
    key: string
    userId: string
    /** What the page is told of it, and tells with what becomes of it. */
    about: string
    back: string
    language: 'en' | 'es'
    email?: string | undefined
  }) => Promise<HostedPage>
  /** The card that was left on such a page; undefined while none was. */
  leftOn?: (page: {
    account: PaymentAccount
    reference: string
  }) => Promise<(SavedMethod & { label: string }) | undefined>
  /** The address of such a page, as long as a card can be left on it. */
  openSetUp?: (page: { account: PaymentAccount; reference: string }) => Promise<string | undefined>
  /** Closes such a page: nobody leaves a card on it any more. */
  closeSetUp?: (page: { account: PaymentAccount; reference: string }) => Promise<void>
  /** Forgets a card that was kept. */
  forget?: (card: { account: PaymentAccount; method: string }) => Promise<void>
  /** Forgets whose cards were kept, by all that it knew them as; nothing of it, while something of theirs is under way there. */
  forgetOwner?: (owner: { account: PaymentAccount; userId: string }) => Promise<'gone' | 'under way'>
  /** How it stands. */
  complete: (payment: Asked) => Promise<Standing | Unseen>
  /** Takes what the payer has agreed to, where that is a step of its own: nothing ends it meanwhile. */
  take?: (payment: Asked) => Promise<Standing>
  /** Ends it, unless it was paid meanwhile: then it says so. */
  cancel: (payment: Asked) => Promise<Standing | Unseen>
  /** Gives back so much of a charge; `withFee`: the platform’s share goes back too. `isOld`: it may have been asked so long ago that its key is forgotten. */
  refund: (refund: {
    account: PaymentAccount
    refundId: string
    chargeId: string
    cents: number
    /** What of the charge had gone back at the provider when this was asked for first. */
    beforeCents: number
    withFee: boolean
    isOld: boolean
  }) => Promise<Refunded | Waits>
  /** What has become of a refund of a payment, which the provider calls `reference`. */
  refunded: (refund: {
    account: PaymentAccount
    providerRefundId: string
    reference: string | undefined
  }) => Promise<Refunded>
}
