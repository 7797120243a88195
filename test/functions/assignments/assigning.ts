import { handler as dueHandler } from '#functions/assignments/dueHandler.ts'
import { handler as givenHandler } from '#functions/assignments/givenHandler.ts'
import { teamAdministrators } from '#functions/table/administrators.ts'
import { assignedTasks, assignments } from '#functions/table/assignments.ts'
import { write } from '#functions/table/table.ts'
import type { Task } from '#shared/rules/tasks.ts'
import { type CallOptions, call } from '../call.ts'
import { aClub, type Club, copiesOf, newPart, stamp } from '../club.ts'
import { deliverTo } from '../workers.ts'

export const todo: Task = {
  todoListItem: [
    { id: 'juggle', text: 'Juggle 50 times' },
    { id: 'watch', text: 'Watch the final', link: 'https://video.example/final' },
  ],
}
export const form: Task = {
  updateFormList: [
    {
      id: 'head',
      answerType: 'SECTION_TITLE',
      questionTitle: 'Your week',
      description: '',
      answers: [],
      optional: false,
    },
    {
      id: 'runs',
      answerType: 'NUMBER',
      questionTitle: 'How many runs?',
      description: '',
      answers: [],
      optional: false,
    },
    {
      id: 'hurt',
      answerType: 'OPTIONS_CHOOSE_ONE',
      questionTitle: 'Does anything hurt?',
      description: '',
      answers: ['Yes', 'No'],
      optional: false,
    },
    {
      id: 'where',
      answerType: 'TEXT',
      questionTitle: 'Where?',
      description: '',
      answers: [],
      optional: false,
      showIf: { questionId: 'hurt', answer: 'Yes' },
    },
    {
      id: 'more',
      answerType: 'LONG_TEXT',
      questionTitle: 'Anything else?',
      description: '',
      answers: [],
      optional: true,
    },
  ],
}

async function withTrainer(club: Club): Promise<Club> {
  const trainer = { userId: club.user('trainer'), firstName: 'Tess', lastName: 'Okafor' }
  await write(stamp, ...teamAdministrators.appoint(club.falcons, { ...trainer, flags: ['canEditTeam'] }))
  return club
}
const copyClub = copiesOf(async () => withTrainer(await aClub()))
/** A club where `trainer` may edit the Falcons. */
export const aClubWithTrainer = async (roster?: string[]): Promise<Club> =>
  roster ? withTrainer(await aClub({ roster })) : copyClub()

type AssignOptions = {
  id?: string
  task?: Task
  as?: string
  orgUnitId?: string
  teamIds?: string[]
  playerIds?: string[]
  dueOn?: string | null
  name?: string
  now?: string
}
/** Assigns the to-do list to the Falcons, unless overridden. */
export function assign(club: Club, options: AssignOptions = {}) {
  const {
    orgUnitId = club.falcons.teamId,
    task = todo,
    as = 'trainer',
    name = 'Homework',
    dueOn = '2026-11-30',
  } = options
  const { id = `${orgUnitId}.${newPart('h')}`, teamIds = [club.falcons.teamId], playerIds = [] } = options
  const body = { id, name, description: 'Until the next game.', dueOn, assignees: { teamIds, playerIds }, task }
  return call('POST /rest-api/assignment/organization/{orgUnitId}', {
    as: club.user(as),
    orgUnitId,
    body,
    ...(options.now && { now: options.now }),
  })
}

/** Tells the worker about an assignment. */
export const deliverAssignment = (assignmentId: string) =>
  deliverTo(givenHandler, { ...assignments.key({ assignmentId }), kind: 'Assignment', change: 'changed' })
export const deliverTask = (assignmentId: string, playerId: string) =>
  deliverTo(dueHandler, { ...assignedTasks.key({ assignmentId, playerId }), kind: 'Assigned task', change: 'changed' })

/** An assignment that has reached all its players. */
export async function anAssignment(club: Club, options: AssignOptions = {}): Promise<string> {
  const { body } = (await assign(club, options)) as { body: { id: string } }
  await deliverAssignment(body.id)
  return body.id
}

type SaveOptions = {
  as?: string
  /** The staff member who acts on their behalf. */
  by?: Pick<CallOptions, 'as' | 'groups' | 'session' | 'inPlace'>
  playerId?: string
  revision?: number
  taskVersion?: number
  saveId?: string
  lines?: string[]
  answers?: Record<string, string[]>
  done?: boolean
}
/** Saves an answer, by default as Mia's parent. */
export function saveResponse(club: Club, assignmentId: string, options: SaveOptions = {}) {
  const {
    as = 'parent',
    by = {},
    playerId = club.mia.playerId,
    revision = 0,
    lines = [],
    answers = {},
    done = false,
  } = options
  const { taskVersion, saveId = `save-${newPart('x')}` } = options
  // If left out, as by clients from before tasks had versions, it means the first version.
  const versionField = taskVersion === undefined ? {} : { taskVersion }
  const body = { saveId, revision, ...versionField, response: { answers, lines }, done }
  return call('POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}', {
    as: club.user(as),
    ...by,
    assignmentId,
    playerId,
    body,
  })
}
export const allLines = ['juggle', 'watch']

export const rowOf = (assignmentId: string) => assignments.get({ assignmentId }, { consistent: true })
export const taskOf = (assignmentId: string, { playerId }: { playerId: string }) =>
  assignedTasks.get({ assignmentId, playerId }, { consistent: true })
