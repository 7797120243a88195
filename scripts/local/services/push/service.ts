import type { Service } from '../service.ts'

/** Chrome's push service, as far as the product uses it: it receives encrypted messages for browsers. */
export const push: Service = {
  types: {},
  dataFiles: ['push.json'],
  start: async (context) => (await import('./start.ts')).start(context),
}
