import { siblingsIn, type WithParents } from '../people/siblings.ts'
import { assignedTasks, assignments, assignmentTasks } from '../table/assignments.ts'
import { outbox } from '../table/outbox.ts'
import { families, guardiansWith } from '../table/players.ts'
import { chunks } from '../table/chunks.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stamp } from '../table/writes.ts'
import { worker } from '../worker.ts'
import { currentAssigneeIds } from './assignees.ts'
import { pauseOrResumeAll } from './pause.ts'

/** How many families are handled at the same time. */
const concurrency = 10
/** As many brothers and sisters are told of in one mail: they and their parents find a place in a transaction. */
const maxPerWrite = 20

/**
 * Puts a reminder into the outbox for each parent whose players have not completed the assignment, one for all their players. Players who
 * have left the team, or whose team is archived, are not included; their tasks are paused here if they are not yet. Idempotent: each task
 * stores the reminder in the same transaction.
 */
export const handler = worker(async ({ sk }, { now }) => {
  const assignmentId = sk.slice('ASSIGNMENT#'.length)
  const [row, content] = await Promise.all([
    assignments.get({ assignmentId }, { consistent: true }),
    assignmentTasks.get({ assignmentId }, { consistent: true }),
  ])
  if (row?.remind !== 'wanted' || row.remindedAt === undefined || !content) return 'nothing to do'
  const stamp = { actor: 'assignments-reminded', at: now }
  const { remindedAt } = row
  const [listed, assignedIds] = await Promise.all([
    assignedTasks.ofAssignment(assignmentId),
    currentAssigneeIds(assignmentId, content),
  ])
  const open = listed.filter(({ status, playerId }) => status === 'OPEN' && assignedIds.has(playerId))
  const unassignedTasks = listed.filter(({ state, playerId }) => state === 'WAITING' && !assignedIds.has(playerId))
  await pauseOrResumeAll(
    stamp,
    unassignedTasks.map(({ playerId }) => ({ assignmentId, playerId })),
    assignedIds,
  )
  const playersWithParents: WithParents[] = []
  for (const part of chunks(open, concurrency))
    playersWithParents.push(
      ...(await Promise.all(
        part.map(async ({ playerId }) => {
          const parents = guardiansWith(await families.of({ playerId }), 'sees').map(({ userId }) => userId)
          return { playerId, parents }
        }),
      )),
    )
  const homes = siblingsIn(playersWithParents).flatMap((home) => chunks(home, maxPerWrite))
  for (const part of chunks(homes, concurrency))
    await Promise.all(part.map((home) => remindFamily(stamp, assignmentId, home, remindedAt)))
  const when = [['remindedAt', '=', remindedAt]] as const
  await write(stamp, assignments.change({ assignmentId }, { set: { remind: undefined }, when }))
  return `told ${open.length}`
})

const remindFamily = (stamp: Stamp, assignmentId: string, home: readonly WithParents[], remindedAt: string) =>
  retryOnConflict(async () => {
    const ids = home.map(({ playerId }) => ({ assignmentId, playerId }))
    const tasks = await assignedTasks.getMany(ids, { consistent: true })
    const due = tasks.flatMap((task) => (task?.status === 'OPEN' && task.remindedAt !== remindedAt ? [task] : []))
    if (due.length === 0) return
    const isDue = new Set(due.map(({ playerId }) => playerId))
    const playersOf = new Map<string, string[]>()
    for (const { playerId, parents } of home)
      if (isDue.has(playerId)) for (const id of parents) playersOf.set(id, [...(playersOf.get(id) ?? []), playerId])
    await write(
      stamp,
      ...due.map(({ playerId, version }) =>
        assignedTasks.change({ assignmentId, playerId }, { set: { remindedAt }, when: ifUnchanged({ version }) }),
      ),
      ...[...playersOf].map(([userId, [playerId = '', ...others]]) => {
        const about = { assignmentId, playerId, ...(others.length > 0 && { others: others.join(',') }) }
        return outbox.add(stamp, { letter: 'assignment', to: { userId }, about })
      }),
    )
  })
