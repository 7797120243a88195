import type { TaskQuestion, TaskType, TodoLine } from '#shared/rules/tasks.ts'
import type { AnswerOf, Reads } from '../api.ts'

export const LIST = 'GET /rest-api/assignment/organization/{orgUnitId}'
export const DETAILS = 'GET /rest-api/assignment/{assignmentId}/organization/{orgUnitId}'
export const PLAYERS = 'GET /rest-api/assignment/organization/{orgUnitId}/assignment/{assignmentId}'
export const PLAYER_TASKS = 'GET /rest-api/assignment/player/{playerId}'
export const TASK = 'GET /rest-api/assignment/task-response/{assignmentId}/player/{playerId}'

export type Assignment = AnswerOf<typeof LIST>['assignments'][number]
export type Details = AnswerOf<typeof DETAILS>
export type AssignedPlayer = AnswerOf<typeof PLAYERS>['players'][number]
export type PlayerTaskItem = AnswerOf<typeof PLAYER_TASKS>['assignments'][number]
export type PlayerTask = AnswerOf<typeof TASK>

/** An assignment in the editor. */
export type AssignmentValues = {
  name: string
  description: string
  dueOn: string
  kind: TaskType | ''
  todoListItem: TodoLine[]
  updateFormList: TaskQuestion[]
  assignees: { teamIds: string[]; playerIds: string[] }
}

/** Reads to refresh after an assignment has changed. */
export const refreshes: readonly Reads[] = [LIST, DETAILS, PLAYERS]
