import { mergedPlayers } from '../table/mergedPlayers.ts'
import { worker } from '../worker.ts'
import { give } from './give.ts'
import { pauseTasks } from './pause.ts'

/**
 * Runs for each new or changed assignment, each player whose teams have changed, and each merge or undone merge: what was moved
 * between the players may be assigned to one and not the other.
 */
export const handler = worker(async ({ kind, pk, sk }, { now }) => {
  const stamp = { actor: 'assignments-given', at: now }
  if (kind === 'Assignment') return give(stamp, sk.slice('ASSIGNMENT#'.length))
  const playerId = pk.slice('PLAYER#'.length)
  const became = kind === mergedPlayers.kind ? await mergedPlayers.now([playerId]) : undefined
  return pauseTasks(stamp, became?.get(playerId) ?? playerId)
})
