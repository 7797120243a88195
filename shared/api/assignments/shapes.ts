import * as z from 'zod/mini'
import {
  assignmentDescriptionLimit,
  assignmentNameLimit,
  assignmentStatuses,
  mostAssigned,
  mostAnswered,
  mostAssignedTeams,
  mostTodoLines,
  taskStates,
  taskTypes,
  todoLimit,
} from '../../rules/tasks.ts'
import { longestAddress } from '../../rules/webAddresses.ts'
import { Day, id, PlayerName, rule } from '../fields.ts'
import { Answers, LineId, Questions } from './questions.ts'

const Text = (most: number) => z.string().check(z.trim(), z.maxLength(most))

const TodoLine = z.object({
  id: LineId,
  text: Text(todoLimit),
  link: z.optional(Text(longestAddress)),
})
/** What is to be done: questions to answer, or a list to tick off. It has one of the two. */
export const Task = z.object({
  updateFormList: z.optional(Questions),
  todoListItem: z.optional(z.array(TodoLine).check(z.maxLength(mostTodoLines))),
})

const Assignees = z.object({
  teamIds: z.array(id('team')).check(z.maxLength(mostAssignedTeams)),
  playerIds: z.array(id('player')).check(z.maxLength(mostAssigned)),
})

export const AssignmentStatus = z.enum(assignmentStatuses)
const TaskState = z.enum(taskStates)
export const TaskType = z.enum(taskTypes)

/** An assignment as a list shows it. */
export const AssignmentLine = z.object({
  id: z.string(),
  orgUnitId: z.string(),
  name: z.string(),
  type: TaskType,
  status: AssignmentStatus,
  dueOn: z.nullable(z.string()),
  /** To how many players it is given, and how many of them have done it. */
  assigned: z.int(),
  done: z.int(),
})

/** What somebody writes of an assignment. */
export const written = {
  name: Text(assignmentNameLimit),
  description: Text(assignmentDescriptionLimit),
  dueOn: z.nullable(Day),
  assignees: Assignees,
}

/** How far a player is; `share` is the part that is done, in percent. */
export const Progress = z.object({ state: TaskState, share: z.int(), changedAt: z.nullable(z.string()) })
export const AssignedPlayer = z.extend(Progress, {
  player: PlayerName,
  feedback: z.nullable(z.string()),
  /** They left before they began: it is not due and not counted, until they are back. */
  paused: z.optional(z.literal(true)),
})

const whyTooMuch = (answers: z.infer<typeof Answers>) =>
  JSON.stringify(answers).length > mostAnswered ? 'too_long' : undefined
/** What a family has answered. `lines` are those of a list that are done. */
export const Response = z.object({
  answers: Answers.check(rule(whyTooMuch, mostAnswered)),
  lines: z.array(LineId).check(z.maxLength(mostTodoLines)),
})

/** A task of a player with what is answered. */
export const PlayerTask = z.extend(Progress, {
  assignment: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    status: AssignmentStatus,
    dueOn: z.nullable(z.string()),
    task: Task,
    /** How often its coach has written another task: what is answered says which of them. */
    taskVersion: z.int(),
  }),
  player: PlayerName,
  response: Response,
  /** Which state of the answers this is: a change is made upon it, or refused. */
  revision: z.int(),
  feedback: z.nullable(z.string()),
  /** Where the club is. */
  timezone: z.string(),
  /** The player is of age and signs themselves: whoever asks is somebody else. */
  theySign: z.optional(z.literal(true)),
})

/** Who may change a team's tasks, and the assignment that it is about. */
export const isOfAssignment = { can: 'canEditTeam', subject: 'path.assignmentId' } as const
