import { worker } from '../worker.ts'
import { give } from './give.ts'
import { pauseTasks } from './pause.ts'

/** Hears of each assignment that is new, or that its coach has changed, and of each player who is on other teams than before. */
export const handler = worker(({ kind, pk, sk }, { now }) => {
  const stamp = { actor: 'assignments-given', at: now }
  return kind === 'Player' ? pauseTasks(stamp, pk.slice('PLAYER#'.length)) : give(stamp, sk.slice('ASSIGNMENT#'.length))
})
