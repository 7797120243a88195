import { worker } from '../worker.ts'
import { refreshLine } from './clubLine.ts'

/** Hears of what changes of a club that its line on the lists of our own people shows. */
export const handler = worker(async ({ pk }, { now }) => {
  await refreshLine({ actor: 'staff-clubs', at: now }, pk.slice('ORG#'.length))
  return 'written'
})
