import { toDo } from '#shared/rules/library.ts'
import { isChosen } from '#shared/rules/registrations/questions.ts'
import { type Task, type TaskQuestion, type TodoLine, typeOfTask } from '#shared/rules/tasks.ts'
import { newPart } from '../api/newPart.ts'
import type { Details, Given } from './shapes.ts'

/** The task as sent: only its chosen kind, without empty answer options. */
export function taskOf({ kind, todoListItem, updateFormList }: Given): Task {
  if (kind === toDo)
    return {
      todoListItem: todoListItem.map(({ id, text, link }) => ({
        id,
        text: text.trim(),
        ...(link?.trim() && { link: link.trim() }),
      })),
    }
  const chosen = (question: TaskQuestion) =>
    isChosen(question.answerType)
      ? question.answers.map((answer) => answer.trim()).filter((answer) => answer !== '')
      : []
  return {
    updateFormList: updateFormList.map((question) => ({
      ...question,
      questionTitle: question.questionTitle.trim(),
      answers: chosen(question),
    })),
  }
}

export const emptyLine = (): TodoLine => ({ id: newPart('i'), text: '', link: '' })
/** What the form starts with: an assignment, or a library task to make one from. */
type Before = Pick<Given, 'name' | 'description'> & { task: Task } & Partial<Pick<Details, 'dueOn' | 'assignees'>>
export const standingOf = (orgUnitId: string, before?: Before): Given => ({
  name: before?.name ?? '',
  description: before?.description ?? '',
  dueOn: before?.dueOn ?? '',
  kind: before ? typeOfTask(before.task) : toDo,
  todoListItem: (before?.task.todoListItem ?? [emptyLine()]).map((line) => ({ ...line, link: line.link ?? '' })),
  updateFormList: before?.task.updateFormList ?? [],
  assignees: before?.assignees
    ? { teamIds: before.assignees.teams.map(({ id }) => id), playerIds: before.assignees.players.map(({ id }) => id) }
    : { teamIds: orgUnitId.includes('.') ? [orgUnitId] : [], playerIds: [] },
})
