/** A service outside of AWS, which a stand-in replaces. */
type ExternalService = {
  /** The URL at which the product calls it; the local cloud replaces it by that of the stand-in. */
  address: string
  /** The stand-in answers under `/_local/<mount>`. */
  mount: string
  /** The secrets that an operator puts into Secrets Manager, by name; here those of the stand-in. */
  secrets: Readonly<Record<string, string>>
}

const stripe = {
  key: 'sk_test_local',
  publishable: 'pk_test_local',
  platform: 'whsec_local_platform',
  connect: 'whsec_local_connect',
}

const payPal = { client: 'client_local', secret: 'secret_local', webhook: 'webhook_local' }

export const externalServices = {
  // Each club has keys of its own there.
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
} as const satisfies Record<string, ExternalService>

/** The keys of Stripe's stand-in. */
export const stripeKeys = stripe
/** The keys of PayPal’s stand-in. */
export const payPalKeys = payPal

const all: readonly ExternalService[] = Object.values(externalServices)

/** The URLs of the services, each with that of its stand-in at this origin. */
export const externalAddresses = (origin: string): [address: string, local: string][] =>
  all.map(({ address, mount }) => [address, `${origin}/_local/${mount}`])

/** The value of a secret that an operator would have put there; undefined for any other. */
export const externalSecret = (name: string): string | undefined =>
  all.map(({ secrets }) => secrets[name]).find((value) => value !== undefined)
