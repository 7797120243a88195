import { toDo } from '#shared/rules/library.ts'
import { isChosen } from '#shared/rules/registrations/questions.ts'
import { type Task, type TaskQuestion, type TodoLine, typeOfTask } from '#shared/rules/tasks.ts'
import { newPart } from '../api/newPart.ts'
import type { Details, AssignmentValues } from './shapes.ts'

/** The task as sent: only its chosen kind, without empty answer options. */
export function toTask({ kind, todoListItem, updateFormList }: AssignmentValues): Task {
  if (kind === toDo)
    return {
      todoListItem: todoListItem.map(({ id, text, link }) => ({
        id,
        text: text.trim(),
        ...(link?.trim() && { link: link.trim() }),
      })),
    }
  const choicesOf = (question: TaskQuestion) =>
    isChosen(question.answerType)
      ? question.answers.map((answer) => answer.trim()).filter((answer) => answer !== '')
      : []
  return {
    updateFormList: updateFormList.map((question) => ({
      ...question,
      questionTitle: question.questionTitle.trim(),
      answers: choicesOf(question),
    })),
  }
}

export const emptyLine = (): TodoLine => ({ id: newPart('i'), text: '', link: '' })
/** What the form starts with: an assignment, or a library task to make one from. */
type TaskSource = Pick<AssignmentValues, 'name' | 'description'> & { task: Task } & Partial<
    Pick<Details, 'dueOn' | 'assignees'>
  >
export const initialValuesOf = (orgUnitId: string, source?: TaskSource): AssignmentValues => ({
  name: source?.name ?? '',
  description: source?.description ?? '',
  dueOn: source?.dueOn ?? '',
  kind: source ? typeOfTask(source.task) : toDo,
  todoListItem: (source?.task.todoListItem ?? [emptyLine()]).map((line) => ({ ...line, link: line.link ?? '' })),
  updateFormList: source?.task.updateFormList ?? [],
  assignees: source?.assignees
    ? { teamIds: source.assignees.teams.map(({ id }) => id), playerIds: source.assignees.players.map(({ id }) => id) }
    : { teamIds: orgUnitId.includes('.') ? [orgUnitId] : [], playerIds: [] },
})
