import { type AssignedTaskId, assignedTasks, assignments } from '../table/assignments.ts'
import { outbox } from '../table/outbox.ts'
import { families, guardiansWith } from '../table/players.ts'
import { chunks } from '../table/chunks.ts'
import { untilSettled, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'
import { worker } from '../worker.ts'

/** So many families are seen to side by side. */
const atOnce = 10

/**
 * Puts a mail to each parent into the outbox whose player has not done an assignment yet. It may hear twice: the task keeps
 * which reminder it was told of, in the same transaction.
 */
export const handler = worker(async ({ sk }, { now }) => {
  const assignmentId = sk.slice('ASSIGNMENT#'.length)
  const row = await assignments.get({ assignmentId }, { consistent: true })
  if (row?.remind !== 'wanted' || row.remindedAt === undefined) return 'nothing to do'
  const stamp = { actor: 'assignments-reminded', at: now }
  const { remindedAt } = row
  const open = (await assignedTasks.to(assignmentId)).filter(({ status }) => status === 'OPEN')
  for (const part of chunks(open, atOnce))
    await Promise.all(part.map(({ playerId }) => tell(stamp, { assignmentId, playerId }, remindedAt)))
  const when = [['remindedAt', '=', remindedAt]] as const
  await write(stamp, assignments.change({ assignmentId }, { set: { remind: undefined }, when }))
  return `told ${open.length}`
})

const tell = (stamp: Stamp, id: AssignedTaskId, remindedAt: string) =>
  untilSettled(async () => {
    const [task, family] = await Promise.all([assignedTasks.get(id, { consistent: true }), families.of(id)])
    if (task?.status !== 'OPEN' || task.remindedAt === remindedAt) return
    const parents = guardiansWith(family, 'sees')
    const { assignmentId, playerId } = id
    await write(
      stamp,
      assignedTasks.change(id, { set: { remindedAt }, when: [['version', '=', task.version]] }),
      ...parents.map(({ userId }) =>
        outbox.want(stamp, { letter: 'assignment', to: { userId }, about: { assignmentId, playerId } }),
      ),
    )
  })
