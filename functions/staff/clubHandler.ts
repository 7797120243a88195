import { worker } from '../worker.ts'
import { refreshLine } from './clubLine.ts'

/** Runs for changes of what a club's line in the lists of our staff shows, and updates it. */
export const handler = worker(async ({ pk }, { now }) => {
  await refreshLine({ actor: 'staff-clubs', at: now }, pk.slice('ORG#'.length))
  return 'written'
})
