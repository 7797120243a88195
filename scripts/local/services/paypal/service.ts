import type { Service } from '../service.ts'

/** PayPal, as far as the product uses it: orders, its approval page, its webhooks. */
export const paypal: Service = {
  types: {},
  dataFiles: ['paypal.json'],
  start: async (context) => (await import('./start.ts')).start(context),
}
