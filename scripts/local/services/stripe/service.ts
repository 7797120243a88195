import type { Service } from '../service.ts'

/** Stripe, as far as the product uses it: the API for the real SDK, its pages, its webhooks. */
export const stripe: Service = {
  types: {},
  dataFiles: ['stripe.json'],
  start: async (context) => (await import('./start.ts')).start(context),
}
