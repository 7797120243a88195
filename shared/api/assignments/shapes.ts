import * as z from 'zod/mini'
import {
  assignmentDescriptionLimit,
  assignmentNameLimit,
  assignmentStatuses,
  maxAssigned,
  maxAnswersLength,
  maxAssignedTeams,
  maxTodoLines,
  taskStates,
  taskTypes,
  todoLimit,
} from '../../rules/tasks.ts'
import { longestAddress } from '../../rules/webAddresses.ts'
import { Day, id, PlayerName, rule } from '../fields.ts'
import { Answers, LineId, Questions } from './questions.ts'

const Text = (max: number) => z.string().check(z.trim(), z.maxLength(max))

const TodoLine = z.object({
  id: LineId,
  text: Text(todoLimit),
  link: z.optional(Text(longestAddress)),
})
/** A task: questions to answer, or a list to tick off; exactly one of the two. */
export const Task = z.object({
  updateFormList: z.optional(Questions),
  todoListItem: z.optional(z.array(TodoLine).check(z.maxLength(maxTodoLines))),
})

const Assignees = z.object({
  teamIds: z.array(id('team')).check(z.maxLength(maxAssignedTeams)),
  playerIds: z.array(id('player')).check(z.maxLength(maxAssigned)),
})

export const AssignmentStatus = z.enum(assignmentStatuses)
const TaskState = z.enum(taskStates)
export const TaskType = z.enum(taskTypes)

/** An assignment, as lists show it. */
export const AssignmentLine = z.object({
  id: z.string(),
  orgUnitId: z.string(),
  name: z.string(),
  type: TaskType,
  status: AssignmentStatus,
  dueOn: z.nullable(z.string()),
  /** How many players have it, and how many of them have done it. */
  assigned: z.int(),
  done: z.int(),
})

/** The input for an assignment. */
export const written = {
  name: Text(assignmentNameLimit),
  description: Text(assignmentDescriptionLimit),
  dueOn: z.nullable(Day),
  assignees: Assignees,
}

/** A player's progress; `share` is the part that is done, in percent. */
export const Progress = z.object({ state: TaskState, share: z.int(), changedAt: z.nullable(z.string()) })
export const AssignedPlayer = z.extend(Progress, {
  player: PlayerName,
  feedback: z.nullable(z.string()),
  /** They left before starting: it is not due and not counted until they are back. */
  paused: z.optional(z.literal(true)),
})

const whyTooMuch = (answers: z.infer<typeof Answers>) =>
  JSON.stringify(answers).length > maxAnswersLength ? 'too_long' : undefined
/** A family's response. `lines` are the ticked lines of a list. */
export const Response = z.object({
  answers: Answers.check(rule(whyTooMuch, maxAnswersLength)),
  lines: z.array(LineId).check(z.maxLength(maxTodoLines)),
})

/** A player's task with the response. */
export const PlayerTask = z.extend(Progress, {
  assignment: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    status: AssignmentStatus,
    dueOn: z.nullable(z.string()),
    task: Task,
    /** Increases each time the coach changes the task: a response names the version that it answers. */
    taskVersion: z.int(),
  }),
  player: PlayerName,
  response: Response,
  /** The revision of the response, on which changes are conditional. */
  revision: z.int(),
  feedback: z.nullable(z.string()),
  /** The club's. */
  timezone: z.string(),
  /** The player is of age and has to sign themselves, and the caller is someone else. */
  theySign: z.optional(z.literal(true)),
})

/** Needs the right to edit the assignment's team. */
export const isOfAssignment = { can: 'canEditTeam', subject: 'path.assignmentId' } as const
