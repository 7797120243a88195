import { statusOf } from '#shared/rules/tasks.ts'
import {
  type AssignedTask,
  type AssignedTaskId,
  assignedTasks,
  assignments,
  type AssignmentTask,
  assignmentTasks,
} from '../table/assignments.ts'
import { playersShown } from '../access/pictureConsent.ts'
import { isActiveTeam, type Player, players } from '../table/players.ts'
import { all, retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stamp, type Write } from '../table/writes.ts'
import { isAssigned } from './assignees.ts'
import type { ExistingAssignment } from './existing.ts'

/** Coaches' changes and families' answers write the same items. */
const maxAttempts = 12

/**
 * Pauses tasks that a player has not begun and is no longer assigned (by `currentAssigneeIds`, like reminders), or whose team is archived,
 * so that they are not shown as due; and resumes them when the player is assigned again. Idempotent, in any order of messages.
 */
export async function pauseTasks(stamp: Stamp, playerId: string): Promise<string> {
  const open = await all<AssignedTask>({ ...assignedTasks.ofPlayer(playerId, 'OPEN'), consistent: true })
  const waiting = open.filter(({ state }) => state === 'WAITING')
  for (const { assignmentId } of waiting) await pauseOrResume(stamp, { assignmentId, playerId })
  return `looked at ${waiting.length}`
}

const pauseOrResume = (stamp: Stamp, id: AssignedTaskId) =>
  retryOnConflict(() => pauseOrResumeOnce(stamp, id), maxAttempts)

/** The tasks not begun that are paused but should not be, or the other way round. */
export async function pauseOrResumeAll(
  stamp: Stamp,
  waiting: readonly AssignedTaskId[],
  isAssignedTo: ReadonlySet<string>,
) {
  const tasks = await assignedTasks.getMany(waiting, { consistent: true })
  const wrong = tasks.flatMap((task) =>
    task && isAssignedTo.has(task.playerId) === (task.paused ?? false) ? [task] : [],
  )
  for (const task of wrong) await pauseOrResume(stamp, task)
}

async function pauseOrResumeOnce(stamp: Stamp, id: AssignedTaskId): Promise<void> {
  const consistentRead = { consistent: true }
  const [row, content, task, player] = await Promise.all([
    assignments.get(id, consistentRead),
    assignmentTasks.get(id, consistentRead),
    assignedTasks.get(id, consistentRead),
    players.get(id, consistentRead),
  ])
  if (!row || !content || !player || task?.state !== 'WAITING') return
  const { status } = row
  // Closed or removed tasks are not due; the assignees are checked again when it is reopened.
  if (status === 'CLOSED' || status === 'REMOVED') return
  const isDue = await isAssignedTo(player, id.assignmentId, content)
  if (isDue === !task.paused) return
  await write(
    stamp,
    countWrite({ ...row, status }, isDue ? 1 : -1),
    assignedTasks.change(id, { set: { paused: isDue ? undefined : true }, when: ifUnchanged(task) }),
    players.check(id, ifUnchanged(player)),
  )
}

async function isAssignedTo(player: Player, assignmentId: string, content: AssignmentTask): Promise<boolean> {
  const isOn = (teamId: string) => player.teams.some((team) => team.id === teamId && isActiveTeam(team))
  const isDue = (isNamed: boolean) => isAssigned(assignmentId, content, { isNamed, isOn })
  const { playerIds } = content
  // The merges are only read where they matter: a named player may have been merged into this one.
  if (isDue(false) || !isDue(true)) return isDue(false)
  if (playerIds.includes(player.playerId)) return true
  return (await playersShown(playerIds)).some((named) => named?.playerId === player.playerId)
}

/** The change that adds to the counts of assigned and open tasks. */
export function countWrite(
  { assignmentId, status, givenAt, version, assigned, left }: ExistingAssignment,
  more: number,
): Write {
  const when = ifUnchanged({ version })
  if (more === 0) return assignments.check({ assignmentId }, when)
  const next = status === 'CLOSED' ? status : statusOf(assigned + more, left + more)
  const set = { status: next, givenAt }
  return assignments.change({ assignmentId }, { set, add: { assigned: more, left: more }, when })
}
