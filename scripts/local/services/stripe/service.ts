import type { Service } from '../service.ts'

/** Stripe, as far as the product uses it: what the real SDK asks, its pages, its webhooks. */
export const stripe: Service = {
  types: {},
  keeps: ['stripe.json'],
  start: async (context) => (await import('./start.ts')).start(context),
}
