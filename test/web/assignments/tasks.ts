import { toDo } from '#shared/rules/library.ts'
import type { AnswerOf } from '#web/api.ts'
import { coachOf, organizationId, person, playerId, teamId } from '../people.ts'

type Assignment = AnswerOf<'GET /rest-api/assignment/organization/{orgUnitId}'>['assignments'][number]
type Details = AnswerOf<'GET /rest-api/assignment/{assignmentId}/organization/{orgUnitId}'>
type PlayerTask = AnswerOf<'GET /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'>
type MyTask = AnswerOf<'GET /rest-api/assignment/player/{playerId}'>['assignments'][number]

export const assignmentId = `${teamId}.h0000000000a`
export const danley = playerId('a')
export const todo = {
  todoListItem: [
    { id: 'juggle', text: 'Juggle 50 times' },
    { id: 'watch', text: 'Watch the final', link: 'https://video.example/final' },
  ],
}
const question = { description: '', answers: [], optional: false }
export const form: PlayerTask['assignment']['task'] = {
  updateFormList: [
    { ...question, id: 'runs', answerType: 'NUMBER', questionTitle: 'How many runs?' },
    {
      ...question,
      id: 'hurt',
      answerType: 'OPTIONS_CHOOSE_ONE',
      questionTitle: 'Does it hurt?',
      answers: ['Yes', 'No'],
    },
    {
      ...question,
      id: 'where',
      answerType: 'TEXT',
      questionTitle: 'Where?',
      showIf: { questionId: 'hurt', answer: 'Yes' },
    },
  ],
}

export const assignment = (overrides: Partial<Assignment> = {}): Assignment => ({
  id: assignmentId,
  orgUnitId: teamId,
  name: 'Homework',
  type: toDo,
  status: 'OPEN',
  dueOn: '2026-11-30',
  assigned: 3,
  done: 1,
  favorite: false,
  ...overrides,
})
export const details = (overrides: Partial<Details> = {}): Details => ({
  ...assignment(),
  description: 'Until the game.',
  task: todo,
  assignees: { teams: [{ id: teamId, name: 'U12 Falcons' }], players: [] },
  begun: false,
  remindedAt: null,
  timezone: 'America/Chicago',
  revision: 1,
  ...overrides,
})
export const myTask = (overrides: Partial<MyTask> = {}): MyTask => ({
  id: assignmentId,
  name: 'Homework',
  type: toDo,
  status: 'OPEN',
  dueOn: '2026-11-30',
  from: 'U12 Falcons',
  state: 'WAITING',
  share: 0,
  changedAt: null,
  feedback: null,
  ...overrides,
})
export const playerTask = (
  task: PlayerTask['assignment']['task'] = todo,
  given: Partial<PlayerTask> = {},
): PlayerTask => ({
  assignment: {
    id: assignmentId,
    name: 'Homework',
    description: '',
    status: 'OPEN',
    dueOn: '2026-11-30',
    task,
    taskVersion: 0,
  },
  player: person('danley'),
  state: 'WAITING',
  share: 0,
  changedAt: null,
  response: { answers: {}, lines: [] },
  revision: 0,
  feedback: null,
  timezone: 'America/Chicago',
  ...given,
})

/** A coach of the team, by default with the right to edit it. */
export function trainer(permissions: ('canEditTeam' | 'canEditEvents')[] = ['canEditTeam']) {
  const { organizations, ...rest } = coachOf()
  return {
    ...rest,
    organizations: organizations.map((club) => ({
      ...club,
      teams: club.teams.map((team) => ({ ...team, permissions })),
    })),
  }
}
export const at = {
  coach: {
    path: '/academy/assignment/:orgId/:teamId?/organization',
    at: `/academy/assignment/${organizationId}/${teamId}/organization`,
  },
  family: {
    path: '/academy/assignment/organization/:organizationId/player/:playerId',
    at: `/academy/assignment/organization/${organizationId}/player/${danley}`,
  },
}
