/** The stand-in for a provider outside AWS. */
type Outside = {
  /** The provider's address, which the local cloud replaces by that of its stand-in. */
  address: string
  /** The stand-in answers under `/_local/<mount>`. */
  mount: string
  /**
   * By name, the secrets that the operator of a stage creates in Secrets Manager; the local cloud uses those of its
   * stand-in.
   */
  secrets: Readonly<Record<string, string>>
}

const stripe = {
  key: 'sk_test_local',
  publishable: 'pk_test_local',
  platform: 'whsec_local_platform',
  connect: 'whsec_local_connect',
}

const payPal = { client: 'client_local', secret: 'secret_local', webhook: 'webhook_local' }

export const outside = {
  // Each club has its own keys there.
  fluidpay: { address: 'https://sandbox.fluidpay.com', mount: 'fluidpay', secrets: {} },
  stripe: {
    address: 'https://api.stripe.com',
    mount: 'stripe',
    secrets: { 'touchline/local/stripe': JSON.stringify(stripe) },
  },
  paypal: {
    address: 'https://api-m.sandbox.paypal.com',
    mount: 'paypal',
    secrets: { 'touchline/local/paypal': JSON.stringify(payPal) },
  },
  webhooks: { address: 'https://webhooks.touchline.example', mount: 'webhooks', secrets: {} },
  push: { address: 'https://fcm.googleapis.com', mount: 'push', secrets: {} },
} as const satisfies Record<string, Outside>

/** The keys of Stripe's stand-in. */
export const stripeKeys = stripe
/** The keys of PayPal’s stand-in. */
export const payPalKeys = payPal

const all: readonly Outside[] = Object.values(outside)

/** The providers' addresses, each with that of its stand-in at this origin. */
export const outsideAddresses = (origin: string): [address: string, local: string][] =>
  all.map(({ address, mount }) => [address, `${origin}/_local/${mount}`])

/** The value of a secret that the app does not create. */
export const outsideSecret = (name: string): string | undefined =>
  all.map(({ secrets }) => secrets[name]).find((value) => value !== undefined)
