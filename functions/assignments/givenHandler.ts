import { mergedPlayers } from '../table/mergedPlayers.ts'
import { worker } from '../worker.ts'
import { give } from './give.ts'
import { pauseTasks } from './pause.ts'

/**
 * Hears of each assignment that is new, or that its coach has changed, of each player who is on other teams than before, and of each
 * who was made one with another, or is by themselves again: what was moved between them may be meant for the one and not for the other.
 */
export const handler = worker(async ({ kind, pk, sk }, { now }) => {
  const stamp = { actor: 'assignments-given', at: now }
  if (kind === 'Assignment') return give(stamp, sk.slice('ASSIGNMENT#'.length))
  const playerId = pk.slice('PLAYER#'.length)
  const became = kind === mergedPlayers.kind ? await mergedPlayers.now([playerId]) : undefined
  return pauseTasks(stamp, became?.get(playerId) ?? playerId)
})
