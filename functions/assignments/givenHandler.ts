import { worker } from '../worker.ts'
import { give } from './give.ts'

/** Hears of each assignment that is new, or that its coach has changed. */
export const handler = worker(({ sk }, { now }) =>
  give({ actor: 'assignments-given', at: now }, sk.slice('ASSIGNMENT#'.length)),
)
