import { mergedPlayers } from '../table/mergedPlayers.ts'
import { worker } from '../worker.ts'
import { updateTasks } from './updateTasks.ts'
import { pauseTasks } from './pause.ts'

/**
 * Runs for each new or changed assignment, for each player whose teams have changed, and for each merge of players and its undoing, after
 * which moved tasks may be assigned to the wrong one.
 */
export const handler = worker(async ({ kind, pk, sk }, { now }) => {
  const stamp = { actor: 'assignments-given', at: now }
  if (kind === 'Assignment') return updateTasks(stamp, sk.slice('ASSIGNMENT#'.length))
  const playerId = pk.slice('PLAYER#'.length)
  const mergedInto = kind === mergedPlayers.kind ? await mergedPlayers.currentIds([playerId]) : undefined
  return pauseTasks(stamp, mergedInto?.get(playerId) ?? playerId)
})
