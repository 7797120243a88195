import Stripe from 'stripe'
import type { StripeClient } from './askedOfStripe.ts'
import { providerKeys } from './keys.ts'

const own = 'https://api.stripe.com'
/** In milliseconds. The gateway gives up after 30 seconds, and a second attempt must fit. */
const timeout = 12_000

let made: { key: string; client: StripeClient } | undefined

/** Stripe's client, at the address that the stage sets. Calls for a club pass its account as `stripeAccount`. */
export async function stripeClient(): Promise<StripeClient> {
  const { key } = (await providerKeys('stripe')).current
  if (made?.key !== key) {
    // The client accepts a host but no path prefix, so the URL is rewritten in `fetch`. Redirects are refused, since requests
    // contain the key.
    const lead = (url: string | URL | Request, init?: RequestInit) =>
      fetch((url instanceof Request ? url.url : url.toString()).replace(own, process.env.STRIPE_ADDRESS ?? own), {
        ...init,
        redirect: 'error',
      })
    const httpClient = Stripe.createFetchHttpClient(lead)
    made = { key, client: new Stripe(key, { httpClient, timeout, maxNetworkRetries: 1, telemetry: false }) }
  }
  return made.client
}
