import type { Service } from '../service.ts'

/** FluidPay, as far as the product uses it: charges, refunds and voids, and its card fields. */
export const fluidpay: Service = {
  types: {},
  dataFiles: ['fluidpay.json'],
  start: async (context) => (await import('./start.ts')).start(context),
}
