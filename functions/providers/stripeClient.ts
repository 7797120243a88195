import Stripe from 'stripe'
import type { StripeClient } from './askedOfStripe.ts'
import { providerKeys } from './keys.ts'

const own = 'https://api.stripe.com'
/** In milliseconds: the gateway gives up after thirty seconds, and a second attempt must fit. */
const timeout = 12_000

let made: { key: string; client: StripeClient } | undefined

/** Stripe's own client, at the address that the stage names. Calls for a club name its account as `stripeAccount`. */
export async function stripeClient(): Promise<StripeClient> {
  const { key } = (await providerKeys('stripe')).current
  if (made?.key !== key) {
    // The client takes a host and no path before its own, so its requests are led to the address as they leave; and from there
    // nowhere else, since they bring the key.
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
