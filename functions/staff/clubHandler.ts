import { worker } from '../worker.ts'
import { refreshLine } from './clubLine.ts'

/** Runs on changes of a club that its line in the staff lists shows. */
export const handler = worker(async ({ pk }, { now }) => {
  await refreshLine({ actor: 'staff-clubs', at: now }, pk.slice('ORG#'.length))
  return 'written'
})
