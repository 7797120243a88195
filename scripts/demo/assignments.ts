import { updateTasks } from '#functions/assignments/updateTasks.ts'
import { saveResponse } from '#functions/assignments/respond.ts'
import { assignments, assignmentTasks } from '#functions/table/assignments.ts'
import { meOf } from '#functions/table/me.ts'
import { write } from '#functions/table/table.ts'
import type { Stamp } from '#functions/table/writes.ts'
import { addDays } from '#shared/rules/days.ts'
import { type Task, type TaskResponse, typeOfTask } from '#shared/rules/tasks.ts'
import type { Club, Squad } from './club.ts'
import { demoPart } from './ids.ts'

const line = (id: string, text: string, link?: string) => ({ id, text, ...(link && { link }) })
const question = { description: '', answers: [] as string[], optional: false }

const ballMastery: Task = {
  todoListItem: [
    line('toes', '3 minutes of toe taps'),
    line(
      'inside',
      '3 minutes inside and outside of the foot',
      'https://www.youtube.com/results?search_query=ball+mastery',
    ),
    line('juggle', 'Juggle until you have 20 in a row'),
  ],
}
const feedbackTask: Task = {
  updateFormList: [
    { ...question, id: 'well', answerType: 'LONG_TEXT', questionTitle: 'What went well?' },
    {
      ...question,
      id: 'tired',
      answerType: 'OPTIONS_CHOOSE_ONE',
      questionTitle: 'How tired are you?',
      answers: ['Fresh', 'A little', 'Very'],
    },
    {
      ...question,
      id: 'why',
      answerType: 'TEXT',
      questionTitle: 'What made you tired?',
      optional: true,
      showIf: { questionId: 'tired', answer: 'Very' },
    },
  ],
}
const passingTask: Task = {
  todoListItem: [line('wall', '50 passes against a wall'), line('weak', '20 of them with the weaker foot')],
}

const completeResponse = (task: Task): TaskResponse =>
  task.todoListItem
    ? { answers: {}, lines: task.todoListItem.map(({ id }) => id) }
    : { answers: { well: ['Passing out from the back'], tired: ['A little'] }, lines: [] }
const partialResponse = (task: Task): TaskResponse =>
  task.todoListItem
    ? { answers: {}, lines: task.todoListItem.slice(0, 1).map(({ id }) => id) }
    : { answers: { tired: ['Very'] }, lines: [] }

/** The assignments of two teams, in how many days each is due, and for how many players in ten it is done. */
const demoAssignments = [
  { team: 'U12 Falcons', name: 'Ball mastery week', task: ballMastery, due: 3, done: 4 },
  { team: 'U12 Falcons', name: 'How was the training?', task: feedbackTask, due: 1, done: 3 },
  { team: 'U12 Falcons', name: 'Passing at home', task: passingTask, due: -20, done: 10 },
  { team: 'U10 Otters', name: 'Passing at home', task: passingTask, due: -2, done: 5 },
] as const

/** The assignments that coaches of the youth club have given, with their progress. */
export async function seedAssignments(stamp: Stamp, { squads }: Club, today: string): Promise<void> {
  for (const { team: teamName, name, task, due, done } of demoAssignments) {
    const squad = squads.find(({ team }) => team.name === teamName)
    if (!squad) continue
    const { teamId } = squad.team
    const assignmentId = `${teamId}.${demoPart('h', `${teamName} ${name}`)}`
    if (await assignments.get({ assignmentId }, { consistent: true })) continue
    const counts = { assigned: 0, left: 0, revision: 1, plan: 'wanted' } as const
    const assignmentLine = { name, type: typeOfTask(task), dueOn: addDays(today, due), givenAt: stamp.at }
    await write(
      stamp,
      assignments.create({ assignmentId, ...assignmentLine, ...counts, status: 'OPEN' }),
      assignmentTasks.create({ assignmentId, description: '', task, teamIds: [teamId], playerIds: [] }),
    )
    await updateTasks(stamp, assignmentId)
    await answerAll(stamp, { assignmentId, task, done, squad })
  }
}

type AnsweredAssignment = { assignmentId: string; task: Task; done: number; squad: Squad }
async function answerAll(stamp: Stamp, { assignmentId, task, done, squad }: AnsweredAssignment): Promise<void> {
  for (const [i, { playerId }] of squad.players.entries()) {
    const dice = (i * 7 + 3) % 10
    // The first players belong to families with accounts, who are left to answer theirs.
    if (dice > done || (i < 3 && done < 10)) continue
    const isDone = dice < done
    const { answers, lines } = isDone ? completeResponse(task) : partialResponse(task)
    const response = {
      answers: Object.fromEntries(Object.entries(answers).map(([id, texts]) => [id, [...texts]])),
      lines: [...lines],
    }
    const me = meOf({ userId: stamp.actor })
    const body = { saveId: 'demo-save', revision: 0, taskVersion: 0, response, done: isDone }
    await saveResponse({ params: { assignmentId, playerId }, body, stamp, userId: stamp.actor, me })
  }
}
