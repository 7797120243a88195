import type { assignments as area } from '#shared/api/assignments.ts'
import { organizationOf } from '#shared/ids.ts'
import { csvHead, csvLine } from '#shared/rules/csv.ts'
import { dayIn } from '#shared/rules/days.ts'
import { byName, byTitle } from '#shared/rules/names.ts'
import { isInformational, type Task, type TaskResponse, type TaskState } from '#shared/rules/tasks.ts'
import { displayName, type BilingualText, type Say } from '../mail/say.ts'
import { sayToCaller } from '../mail/sayTo.ts'
import { playerCard } from '../people/playerCard.ts'
import type { CallOf } from '../serve.ts'
import { assignedTasks, favoriteAssignments, type ListedTask, taskResponses } from '../table/assignments.ts'
import { organizations } from '../table/organizations.ts'
import { playersShown } from '../access/pictureConsent.ts'
import { teams } from '../table/teams.ts'
import { progressOf } from './playerTask.ts'
import { lineOf, existingAssignment, type ExistingAssignment } from './existing.ts'
import { answerFilter } from './answerFilter.ts'

/** An assignment with its content. */
export async function readAssignment({
  params,
  userId,
}: CallOf<typeof area, 'GET /rest-api/assignment/{assignmentId}/organization/{orgUnitId}'>) {
  const { assignmentId } = params
  const [{ row, content }, favorite, club] = await Promise.all([
    existingAssignment(params),
    favoriteAssignments.get({ userId, assignmentId }, { consistent: true }),
    organizations.get({ organizationId: organizationOf(assignmentId) }),
  ])
  const [namedPlayers, foundTeams] = await Promise.all([
    playersShown(content.playerIds),
    teams.getMany(content.teamIds.map((teamId) => ({ teamId }))),
  ])
  return {
    ...lineOf(row),
    description: content.description,
    task: content.task,
    assignees: {
      teams: foundTeams.flatMap((team) => (team ? [{ id: team.teamId, name: team.name }] : [])).toSorted(byTitle),
      players: [...new Map(namedPlayers.flatMap((player) => (player ? [[player.playerId, player]] : []))).values()]
        .toSorted(byName)
        .map(playerCard),
    },
    begun: row.begun ?? false,
    favorite: favorite !== undefined,
    remindedAt: row.remindedAt ?? null,
    timezone: club?.timezone ?? 'UTC',
    revision: content.version,
  }
}

/**
 * Players whose tasks are paused since they left. The index does not tell, so tasks that have not been started are read, if more
 * are listed than counted.
 */
async function pausedOf(
  { assignmentId, assigned }: ExistingAssignment,
  rows: readonly ListedTask[],
): Promise<Set<string>> {
  if (rows.length <= assigned) return new Set()
  const waiting = rows.flatMap(({ state, playerId }) => (state === 'WAITING' ? [{ assignmentId, playerId }] : []))
  const tasks = await assignedTasks.getMany(waiting)
  return new Set(tasks.flatMap((task) => (task?.paused ? [task.playerId] : [])))
}

/** The progress of each player. */
export async function listAssigned({
  params,
  me,
}: CallOf<typeof area, 'GET /rest-api/assignment/organization/{orgUnitId}/assignment/{assignmentId}'>) {
  const { assignmentId } = params
  const [listed, canRead, { row: assignment }] = await Promise.all([
    assignedTasks.ofAssignment(assignmentId),
    answerFilter(me, assignmentId),
    existingAssignment(params),
  ])
  const rows = listed.filter(canRead)
  const paused = await pausedOf(assignment, rows)
  return {
    players: rows.toSorted(byName).map((row) => ({
      player: playerCard(row),
      ...progressOf(row),
      feedback: row.note ?? null,
      ...(paused.has(row.playerId) && { paused: true as const }),
    })),
  }
}

const columnTitles: readonly BilingualText[] = [
  ['First name', 'Nombre'],
  ['Last name', 'Apellidos'],
  ['State', 'Estado'],
  ['Done %', 'Hecho %'],
  ['Last change', 'Último cambio'],
  ['Feedback', 'Comentario'],
]
/** As the assignment's screen names them. */
const states: Record<TaskState, BilingualText> = {
  WAITING: ['Not started', 'Sin empezar'],
  STARTED: ['Started', 'Empezada'],
  DONE: ['Done', 'Hecha'],
}
const pausedText: BilingualText = ['Paused', 'En pausa']

/** Progress and answers as CSV: a line for each player, a column for each question or list item. */
export async function exportAssignment({
  params: { assignmentId },
  userId,
  token,
  me,
  now,
}: CallOf<typeof area, 'GET /rest-api/assignment/export/{assignmentId}'>) {
  const [all, canRead, { row: assignment, content: assignmentContent }, club, say] = await Promise.all([
    assignedTasks.ofAssignment(assignmentId),
    answerFilter(me, assignmentId),
    existingAssignment({ assignmentId }),
    organizations.get({ organizationId: organizationOf(assignmentId) }),
    sayToCaller({ userId, token }),
  ])
  const timezone = club?.timezone ?? 'UTC'
  const rows = all.filter(canRead)
  const [paused, responses] = await Promise.all([
    pausedOf(assignment, rows),
    taskResponses.getMany(rows.map(({ playerId }) => ({ assignmentId, playerId }))),
  ])
  const columns = columnsOf(assignmentContent.task, say)
  const answered = rows.map((row, i) => ({ ...row, response: responses[i] })).toSorted(byName)
  const lines = answered.map(({ playerId, firstName, lastName, state, number, answeredAt, note, response }) =>
    csvLine([
      firstName,
      lastName,
      say(...(paused.has(playerId) ? pausedText : states[state])),
      number,
      answeredAt && dayIn(answeredAt, timezone),
      note,
      ...columns.map(({ cell }) => response && cell(response)),
    ]),
  )
  const content =
    csvHead([...columnTitles.map((head) => say(...head)), ...columns.map(({ head }) => head)]) + lines.join('')
  return { name: `assignment-${dayIn(now, timezone)}.csv`, content }
}

type Cell = { head: string; cell: (response: TaskResponse) => string | undefined }
const columnsOf = ({ updateFormList = [], todoListItem = [] }: Task, say: Say): Cell[] => [
  ...updateFormList
    .filter(({ answerType }) => !isInformational(answerType))
    .map(({ id, questionTitle }) => ({
      head: questionTitle,
      // A signature's answer is the name.
      cell: ({ answers }: TaskResponse) => answers[id]?.map((text) => displayName(text, say)).join('; '),
    })),
  ...todoListItem.map(({ id, text }) => ({
    head: text,
    cell: ({ lines }: TaskResponse) => (lines.includes(id) ? 'x' : ''),
  })),
]
