import Stripe from 'stripe'
import type { StripeClient } from './stripeResources.ts'
import { providerKeys } from './keys.ts'

const defaultUrl = 'https://api.stripe.com'
/** In milliseconds: two attempts must fit into the 30 seconds that the gateway waits. */
const timeout = 12_000

let cached: { key: string; client: StripeClient } | undefined

/** Stripe's client, for the API at the URL of the stage. Calls on behalf of a club pass its account as `stripeAccount`. */
export async function stripeClient(): Promise<StripeClient> {
  const { key } = (await providerKeys('stripe')).current
  if (cached?.key !== key) {
    // The client has no option for a base URL with a path, so the URL of each request is replaced here. Redirects are errors, since
    // requests contain the key.
    const request = (url: string | URL | Request, init?: RequestInit) =>
      fetch(
        (url instanceof Request ? url.url : url.toString()).replace(
          defaultUrl,
          process.env.STRIPE_ADDRESS ?? defaultUrl,
        ),
        {
          ...init,
          redirect: 'error',
        },
      )
    const httpClient = Stripe.createFetchHttpClient(request)
    cached = { key, client: new Stripe(key, { httpClient, timeout, maxNetworkRetries: 1, telemetry: false }) }
  }
  return cached.client
}
