import type { Service } from '../service.ts'

/** An address where clubs can try their webhooks: it accepts everything, and lists what it received. */
export const webhooks: Service = {
  types: {},
  dataFiles: ['webhooks.json'],
  start: async (context) => (await import('./start.ts')).start(context),
}
