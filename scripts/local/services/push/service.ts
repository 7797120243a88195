import type { Service } from '../service.ts'

/** The push service of Chrome, as far as the product uses it: it takes what is sealed for a browser. */
export const push: Service = {
  types: {},
  keeps: ['push.json'],
  start: async (context) => (await import('./start.ts')).start(context),
}
