import { organizationOf } from '#shared/ids.ts'
import { type AssignedTask, assignedTasks } from '../table/assignments.ts'
import { type TasksDue, tasksDue } from '../table/me.ts'
import { organizations } from '../table/organizations.ts'
import { families } from '../table/players.ts'
import { page, untilSettled, update, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { worker } from '../worker.ts'

/** So many days are remembered: of more open tasks those that are due first. */
const mostDues = 50

/**
 * Hears of each task and each family: when a player's tasks are due is repeated beside what their family may do, where Today
 * reads it. It may hear twice, late and out of order: it writes what is true when it reads.
 */
export const handler = worker(async ({ pk, sk, kind, change }, { now }) => {
  const playerId = pk.slice('PLAYER#'.length)
  const stamp = { actor: 'assignments-due', at: now }
  const leaver = kind === 'Family' && change !== 'created' ? sk.slice('PLAYER#FAMILY#'.length) : undefined
  const family = await families.of({ playerId })
  const own = family.filter(({ relation }) => relation === 'own').map(({ userId }) => userId)
  const told = new Set([...own, ...(leaver === undefined ? [] : [leaver])])
  for (const userId of told) await tell(stamp, userId, playerId)
  return `told ${told.size}`
})

/** Of two who tell the same person at once, the later one reads again. */
const tell = (stamp: Stamp, userId: string, playerId: string) =>
  untilSettled(async () => {
    const before = await tasksDue.get({ userId, playerId }, { consistent: true })
    const [row, member] = await Promise.all([dueOf(playerId), families.get({ userId, playerId }, { consistent: true })])
    const isTold = member?.relation === 'own' && row.dues.length > 0
    if (!before) return isTold ? write(stamp, tasksDue.create({ userId, ...row })) : undefined
    const when = [['version', '=', before.version]] as const
    if (!isTold) return write(stamp, tasksDue.remove({ userId, playerId }, 'conflict', when))
    return update(stamp, tasksDue.change({ userId, playerId }, { set: row, when }))
  })

async function dueOf(playerId: string): Promise<TasksDue> {
  const open = { ...assignedTasks.ofPlayer(playerId, 'OPEN'), consistent: true, limit: mostDues }
  const [{ rows }, club] = await Promise.all([
    page<AssignedTask>(open),
    organizations.get({ organizationId: organizationOf(playerId) }),
  ])
  return { playerId, dues: rows.map(({ dueOn }) => dueOn), timezone: club?.timezone ?? 'UTC' }
}
