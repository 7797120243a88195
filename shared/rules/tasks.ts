import { check, longest, required, selected, type ValueFaults, faultFrom } from './faults.ts'
import { toDo } from './library.ts'
import { answerFaults, type Answers, cleanAnswers, visibleQuestions } from './register/answers.ts'
import { answerTypes, isSigned, type Question, questionsFaults } from './registrations/questions.ts'
import { longestAddress, whyCannotWebAddress } from './webAddresses.ts'

/** A question of a form. The player's whole family and the coach can read the answers. */
export type TaskQuestion = Omit<Question, 'readers' | 'medical' | 'standardLabel'>
/** The question types of tasks. */
export const taskAnswerTypes = answerTypes.filter((type) => type !== 'FILE_ATTACHMENT')
/** Types that only show text. */
export const isInformational = (type: Question['answerType']): boolean =>
  type === 'SECTION_TITLE' || type === 'TEXT_BLOCK'
/** A line of a to-do list; `link` leads to what it is about. */
export type TodoLine = { id: string; text: string; link?: string | undefined }
/** A task: questions to answer, or a list to tick off; exactly one of the two. */
export type Task = { updateFormList?: TaskQuestion[] | undefined; todoListItem?: TodoLine[] | undefined }

export const taskTypes = ['FORM', toDo] as const
export type TaskType = (typeof taskTypes)[number]
export const typeOfTask = ({ updateFormList }: Task): TaskType => (updateFormList ? 'FORM' : toDo)

/** OPEN: some players still have to do it. COMPLETED: all have. CLOSED: nobody can answer any more. */
export const assignmentStatuses = ['OPEN', 'CLOSED', 'COMPLETED'] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]
/** Open as long as a player still has to do it. */
export const statusOf = (assigned: number, unfinished: number): AssignmentStatus =>
  assigned > 0 && unfinished === 0 ? 'COMPLETED' : 'OPEN'

/** A player's progress with a task. */
export const taskStates = ['WAITING', 'STARTED', 'DONE'] as const
export type TaskState = (typeof taskStates)[number]

export const assignmentNameLimit = 100
export const assignmentDescriptionLimit = 2000
export const todoLimit = 255
export const maxTodoLines = 50
export const feedbackLimit = 500
/** The longest total answer to one form, in characters. */
export const maxAnswersLength = 100_000
/** The most players given one assignment, and the most teams. */
export const maxAssigned = 500
export const maxAssignedTeams = 100

/** A family's response: answers to questions, or the lines that are done. */
export type TaskResponse = { answers: Answers; lines: readonly string[] }

const isTodo = (task: Task): task is Task & { todoListItem: TodoLine[] } => task.todoListItem !== undefined

/** The part of a task that is done, in percent; in a form only required questions count, if there are any. */
export function progressOf(task: Task, { answers, lines }: TaskResponse): number {
  if (isTodo(task)) return percent(lines.length, task.todoListItem.length)
  const questions = task.updateFormList ?? []
  const visible = visibleQuestions(questions, answers).filter(({ answerType }) => !isInformational(answerType))
  const required = visible.filter(({ optional }) => !optional)
  const questionsToCount = required.length > 0 ? required : visible
  const givenAnswers = cleanAnswers(questions, answers)
  return percent(questionsToCount.filter(({ id }) => id in givenAnswers).length, questionsToCount.length)
}
const percent = (done: number, all: number) => (all === 0 ? 0 : Math.floor((100 * done) / all))

/** The part of a response that fits the task: existing lines, and answers to visible questions. */
export const responseForTask = (task: Task, { answers, lines }: TaskResponse): TaskResponse => ({
  answers: cleanAnswers(task.updateFormList ?? [], answers),
  lines: (task.todoListItem ?? []).map(({ id }) => id).filter((id) => lines.includes(id)),
})

/** Whether a signature is required or given: an optional one that is left empty does not count. */
export function asksSignature({ updateFormList = [] }: Task, { answers }: TaskResponse): boolean {
  const givenAnswers = cleanAnswers(updateFormList, answers)
  const visible = visibleQuestions(updateFormList, answers)
  return visible.some(({ id, answerType, optional }) => isSigned(answerType) && (!optional || id in givenAnswers))
}

type Signer = { firstName: string; lastName: string }
/** What is missing or wrong before a task is done, by question or line. */
export function missingIn(task: Task, { answers, lines }: TaskResponse, signer: Signer): ValueFaults {
  if (!isTodo(task)) return answerFaults(task.updateFormList ?? [], answers, { signer, country: '' })
  const open = task.todoListItem.filter(({ id }) => !lines.includes(id))
  return Object.fromEntries(open.map(({ id }) => [id, { code: 'required' }]))
}

/** The faults of a task form, by path. */
export function taskFaults({ updateFormList, todoListItem }: Task): ValueFaults {
  if ((updateFormList === undefined) === (todoListItem === undefined)) return { task: { code: 'invalid' } }
  return updateFormList ? formFaults(updateFormList) : todoFaults(todoListItem ?? [])
}

function formFaults(questions: TaskQuestion[]): ValueFaults {
  if (questions.every(({ answerType }) => isInformational(answerType)))
    return { updateFormList: { code: 'too_few', limit: 1 } }
  const unsupported = questions.findIndex(({ answerType }) => !taskAnswerTypes.some((type) => type === answerType))
  if (unsupported >= 0) return { [`updateFormList.${unsupported}.answerType`]: { code: 'invalid' } }
  const faults = questionsFaults(questions.map((question) => ({ ...question, readers: 'COACHES' })))
  return Object.fromEntries(
    Object.entries(faults).map(([path, fault]) => [path.replace(/^questions/, 'updateFormList'), fault]),
  )
}

function todoFaults(lines: TodoLine[]): ValueFaults {
  if (lines.length === 0) return { todoListItem: { code: 'too_few', limit: 1 } }
  const ids = lines.map(({ id }) => id)
  if (new Set(ids).size < ids.length) return { todoListItem: { code: 'invalid' } }
  return Object.fromEntries(
    lines.flatMap(({ text, link = '' }, i) => [
      [`todoListItem.${i}.text`, check(text, required, longest(todoLimit))],
      [`todoListItem.${i}.link`, faultFrom(whyCannotWebAddress, longestAddress)(link)],
    ]),
  )
}

/** The assignees: whole teams, and players. */
export type Assignees = { teamIds: readonly string[]; playerIds: readonly string[] }
type AssignmentForm = { name: string; description: string; assignees: Assignees }
/** The faults of an assignment beside its task. */
export const assignmentFaults = ({ name, description, assignees }: AssignmentForm): ValueFaults => ({
  name: check(name, required, longest(assignmentNameLimit)),
  description: check(description, longest(assignmentDescriptionLimit)),
  assignees: selected([...assignees.teamIds, ...assignees.playerIds]),
})
