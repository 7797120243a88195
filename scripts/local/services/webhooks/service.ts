import type { Service } from '../service.ts'

/** The address at which clubs try what they are told of changes: it takes everything, and shows what came. */
export const webhooks: Service = {
  types: {},
  keeps: ['webhooks.json'],
  start: async (context) => (await import('./start.ts')).start(context),
}
