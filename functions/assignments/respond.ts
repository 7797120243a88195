import type { assignments as area } from '#shared/api/assignments.ts'
import { playersWith } from '#shared/permissions.ts'
import { Problem } from '#shared/problems.ts'
import {
  asksSignature,
  responseForTask,
  missingIn,
  progressOf,
  statusOf,
  type Task,
  type TaskResponse,
  type TaskState,
} from '#shared/rules/tasks.ts'
import { isChildAccount } from '../people/childAccount.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import { requireSecondAdult } from '../access/secondAdult.ts'
import { mustSignThemselves } from '../people/signer.ts'
import type { CallOf } from '../serve.ts'
import { type AssignedTask, assignedTasks, assignments, taskResponses } from '../table/assignments.ts'
import { profiles } from '../table/profiles.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { ifUnchanged, type Stored, type Write } from '../table/writes.ts'
import { playerTaskOf, type TaskOfPlayer } from './playerTask.ts'
import { requireOnRoster } from './answerFilter.ts'

type Saving = Pick<
  CallOf<typeof area, 'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'>,
  'params' | 'body' | 'stamp' | 'userId' | 'me'
>

/** Teammates who answer at the same moment change the same count. */
const maxAttempts = 12

/** Saves the answers. Idempotent for a retried call. */
export const saveResponse = ({ params, body, stamp, userId, me }: Saving) =>
  retryOnConflict(async () => {
    const current = await playerTaskOf(params)
    const { row, content, task, response: before } = current
    if (before?.saveId === body.saveId) return progressCard(task, before.revision)
    if (row.status === 'CLOSED') throw new Problem('assignment_closed')
    // The coach may change the task until someone has started it.
    if ((content.taskVersion ?? 0) !== (body.taskVersion ?? 0)) throw new Problem('task_changed')
    if ((before?.revision ?? 0) !== body.revision) throw new Problem('answered_meanwhile')
    const response = responseForTask(content.task, body.response)
    if (body.done) {
      if (asksSignature(content.task, response)) await checkSigner({ ...params, userId, me, stamp })
      await checkComplete(content.task, response, userId)
    }
    const state: TaskState = body.done ? 'DONE' : 'STARTED'
    const number = body.done ? 100 : progressOf(content.task, response)
    const savedResponse = { ...response, saveId: body.saveId, revision: body.revision + 1 }
    await write(
      stamp,
      before
        ? taskResponses.change(params, { set: savedResponse, when: [['revision', '=', body.revision]] })
        : taskResponses.create({ ...params, ...savedResponse }),
      taskWrite(task, { state, number, answeredAt: stamp.at }),
      assignmentWrite(current, state),
    )
    return { state, share: number, changedAt: stamp.at, revision: savedResponse.revision }
  }, maxAttempts)

const progressCard = ({ state, number, answeredAt }: AssignedTask, revision: number) => ({
  state,
  share: number,
  changedAt: answeredAt ?? null,
  revision,
})

/**
 * The route also lets in users who edit players, and children's own accounts: neither can sign for a family, nor can anyone else
 * for a player of age. Staff acting on someone's behalf can answer for them, but not sign, as with agreements.
 */
async function checkSigner({ playerId, userId, me, stamp }: Signing): Promise<void> {
  if (stamp.subject !== undefined) throw new Problem('only_themselves')
  const now = stamp.at
  const { access } = await me
  if (!playersWith(access, 'sees').some(({ id }) => id === playerId)) throw new Problem('not_allowed')
  if (await isChildAccount(userId, now)) throw new Problem('guardian_does')
  if (await mustSignThemselves({ playerId, userId, now })) throw new Problem('of_age_signs')
}
type Signing = Pick<Saving, 'userId' | 'me' | 'stamp'> & { playerId: string }

/** Checks that everything required is answered, and that the signer uses their own name. */
async function checkComplete(task: Task, response: TaskResponse, userId: string): Promise<void> {
  const profile = await profiles.get({ userId })
  const { firstName = '', lastName = '' } = profile ?? {}
  const faults = missingIn(task, response, { firstName, lastName })
  refuseFaults(Object.fromEntries(Object.entries(faults).map(([id, fault]) => [`response.${id}`, fault])))
}

const taskWrite = (task: Stored<AssignedTask>, set: Pick<AssignedTask, 'state' | 'number' | 'answeredAt'>): Write => {
  const { dueOn, version } = task
  const status = set.state === 'DONE' ? 'COMPLETED' : 'OPEN'
  return assignedTasks.change(task, {
    set: { ...set, status, dueOn, paused: undefined },
    when: ifUnchanged({ version }),
  })
}

/**
 * The effect on the assignment: the number of open tasks, and that someone has started, on condition of the revision that was
 * read. Players who are not the last to finish do not contend; the last one completes the assignment. A paused task is counted
 * again.
 */
function assignmentWrite({ row, task }: TaskOfPlayer, state: TaskState): Write {
  const { assignmentId, begun, revision, givenAt, assigned, left } = row
  const set = begun ? {} : ({ begun: true } as const)
  const revisionConditions = begun ? [] : [['revision', '=', revision] as const]
  const openConditions = [
    ['status', '<>', 'CLOSED'] as const,
    ['status', '<>', 'REMOVED'] as const,
    ...revisionConditions,
  ]
  const change = (more: Parameters<typeof assignments.change>[1]) =>
    assignments.change({ assignmentId }, { ...more, set: { ...set, ...more.set } })
  const isDone = state === 'DONE'
  if (task.paused) {
    const more = isDone ? 0 : 1
    const status = statusOf(assigned + 1, left + more)
    const when = [['version', '=', row.version] as const, ...openConditions]
    return change({ set: { status, givenAt }, add: { assigned: 1, left: more }, when })
  }
  if (isDone === (task.state === 'DONE'))
    return begun ? assignments.check({ assignmentId }, openConditions) : change({ when: openConditions })
  const sameStatus = ['status', '=', row.status] as const
  if (!isDone)
    return change({ set: { status: 'OPEN', givenAt }, add: { left: 1 }, when: [sameStatus, ...revisionConditions] })
  if (left > 1) return change({ add: { left: -1 }, when: [...openConditions, ['left', '>', 1]] })
  return change({
    set: { status: 'COMPLETED', givenAt },
    add: { left: -1 },
    when: [sameStatus, ['left', '=', 1], ...revisionConditions],
  })
}

/**
 * Saves the coach's comment for the family. Throws `conflict` unless the comment is the one that the coach saw. Idempotent for a retried
 * call.
 */
export const writeFeedback = ({
  params,
  body: { feedback, revision },
  userId,
  me,
  stamp,
}: CallOf<typeof area, 'PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback'>) =>
  retryOnConflict(async () => {
    const [{ task }] = await Promise.all([playerTaskOf(params), requireOnRoster(me, params)])
    const { note: storedNote = '', notes = 0 } = task
    if (revision !== undefined && revision !== notes) {
      if (storedNote === feedback) return { revision: notes }
      throw new Problem('conflict')
    }
    const note = feedback === '' ? undefined : feedback
    const { assignmentId: about, playerId } = params
    const comment = { about, playerIds: [playerId], readWith: ['canEditTeam'] as const, userId, now: stamp.at }
    const secondAdultChecks = note === undefined ? [] : await requireSecondAdult(comment)
    await write(
      stamp,
      assignedTasks.change(task, { set: { note, notes: notes + 1 }, when: ifUnchanged(task) }),
      ...secondAdultChecks,
    )
    return { revision: notes + 1 }
  })
