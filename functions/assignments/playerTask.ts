import type { assignments as area } from '#shared/api/assignments.ts'
import { organizationOf, orgUnitOf, teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { dayIn } from '#shared/rules/days.ts'
import { isSigned } from '#shared/rules/registrations/questions.ts'
import { playerCard } from '../people/playerCard.ts'
import type { CallOf } from '../serve.ts'
import { mustSignThemselves } from '../people/signer.ts'
import {
  type AssignedTask,
  type AssignedTaskId,
  assignedTasks,
  assignments,
  type AssignmentTask,
  assignmentTasks,
  taskResponses,
} from '../table/assignments.ts'
import { cursorAt, positionOf } from '../table/cursor.ts'
import { players } from '../table/players.ts'
import { organizations } from '../table/organizations.ts'
import { teams } from '../table/teams.ts'
import type { Stored } from '../table/writes.ts'
import { pageOf } from './list.ts'
import { dayOf, isThere, type ExistingAssignment } from './existing.ts'
import { requireOnRoster } from './answerFilter.ts'

export type TaskOfPlayer = {
  row: ExistingAssignment
  content: Stored<AssignmentTask>
  task: Stored<AssignedTask>
  response: Awaited<ReturnType<typeof taskResponses.get>>
}

/** A player's task with its answers, read consistently. */
export async function playerTaskOf(id: AssignedTaskId): Promise<TaskOfPlayer> {
  const consistentRead = { consistent: true }
  const [row, content, task, response] = await Promise.all([
    assignments.get(id, consistentRead),
    assignmentTasks.get(id, consistentRead),
    assignedTasks.get(id, consistentRead),
    taskResponses.get(id, consistentRead),
  ])
  if (!row || !content || !task || !isThere(row)) throw new Problem('task_response_missing')
  return { row, content, task, response }
}

async function readTaskCard(id: AssignedTaskId) {
  const [{ row, content, task, response }, club] = await Promise.all([
    playerTaskOf(id),
    organizations.get({ organizationId: organizationOf(id.playerId) }),
  ])
  const { answers = {}, lines = [], revision = 0 } = response ?? {}
  return {
    assignment: {
      id: row.assignmentId,
      name: row.name,
      description: content.description,
      status: row.status,
      dueOn: dayOf(row.dueOn),
      task: content.task,
      taskVersion: content.taskVersion ?? 0,
    },
    player: playerCard(task),
    ...progressOf(task),
    response: { answers: copyAnswers(answers), lines: [...lines] },
    revision,
    feedback: task.note ?? null,
    feedbackRevision: task.notes ?? 0,
    timezone: club?.timezone ?? 'UTC',
  }
}
const copyAnswers = (answers: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(Object.entries(answers).map(([id, texts]) => [id, [...texts]]))

export const progressOf = ({ state, number, answeredAt }: Pick<AssignedTask, 'state' | 'number' | 'answeredAt'>) => ({
  state,
  share: number,
  changedAt: answeredAt ?? null,
})

/** The task for the player's family. The signer is read only for a form that is signed. */
export async function readTask({
  params,
  userId,
  now,
}: CallOf<typeof area, 'GET /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'>) {
  const taskCard = await readTaskCard(params)
  const { updateFormList = [] } = taskCard.assignment.task
  const isSignedForm = updateFormList.some(({ answerType }) => isSigned(answerType))
  const theySign = isSignedForm && (await mustSignThemselves({ playerId: params.playerId, userId, now }))
  return { ...taskCard, ...(theySign && { theySign }) }
}

/** The task for the coach. */
export async function readPlayerTask({
  params,
  me,
}: CallOf<typeof area, 'GET /rest-api/assignment/{assignmentId}/player/{playerId}'>) {
  const [taskCard] = await Promise.all([readTaskCard(params), requireOnRoster(me, params)])
  return taskCard
}

/** A player's tasks, a page at a time; without paused ones. */
export async function listPlayerTasks({
  params: { playerId },
  query: { status = 'OPEN', cursor },
  now,
}: CallOf<typeof area, 'GET /rest-api/assignment/player/{playerId}'>) {
  const list = `tasks of ${playerId} ${status}`
  const after = await positionOf(list, cursor)
  const organizationId = organizationOf(playerId)
  const [{ rows, next }, club] = await Promise.all([
    pageOf<AssignedTask>(
      { ...assignedTasks.ofPlayer(playerId, status), consistent: true, after },
      ({ paused }) => !paused,
    ),
    organizations.get({ organizationId }),
  ])
  // Whether the player exists is only worth checking if nothing is found.
  if (rows.length === 0 && !(await players.get({ playerId }))) throw new Problem('not_found')
  const nameOf = await unitNames(rows.map(({ assignmentId }) => orgUnitOf(assignmentId)))
  return {
    assignments: rows.map((task) => ({
      id: task.assignmentId,
      name: task.name,
      type: task.type,
      status: task.status,
      dueOn: dayOf(task.dueOn),
      from: nameOf.get(orgUnitOf(task.assignmentId)) ?? club?.name ?? '',
      feedback: task.note ?? null,
      ...progressOf(task),
    })),
    cursor: await cursorAt(list, next),
    today: dayIn(now, club?.timezone ?? 'UTC'),
  }
}

/** The names of the teams among these units. */
async function unitNames(unitIds: readonly string[]): Promise<Map<string, string>> {
  const teamIds = [...new Set(unitIds)].filter((id) => teamOf(id) !== undefined)
  const teamRows = await teams.getMany(teamIds.map((teamId) => ({ teamId })))
  return new Map(teamRows.flatMap((team) => (team ? [[team.teamId, team.name]] : [])))
}
