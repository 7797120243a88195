import type { Service } from '../service.ts'

/** FluidPay, as far as the product uses it: charges, what goes back of them, and its fields for cards. */
export const fluidpay: Service = {
  types: {},
  keeps: ['fluidpay.json'],
  start: async (context) => (await import('./start.ts')).start(context),
}
