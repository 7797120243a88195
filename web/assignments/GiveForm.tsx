import { useRef, useState } from 'react'
import {
  assignmentDescriptionLimit,
  assignmentFaults,
  type Task,
  taskFaults,
  type TaskQuestion,
  type TodoLine,
} from '#shared/rules/tasks.ts'
import { isChosen } from '#shared/rules/registrations/questions.ts'
import { toDo } from '#shared/rules/library.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { DateField } from '../kit/DateField.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { Segmented } from '../kit/Radios.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { newPart } from '../newPart.ts'
import { useSave } from '../shell/useSave.ts'
import { AssigneesField } from './AssigneesField.tsx'
import { QuestionsEditor } from './QuestionsEditor.tsx'
import { type Details, type Given, refreshes } from './shapes.ts'
import { TaskShown } from './TaskShown.tsx'
import english from './texts.en.json'
import { TodoEditor } from './TodoEditor.tsx'

/** The task as it is sent: the one of the two that is meant, without empty answers to choose from. */
function taskOf({ kind, todoListItem, updateFormList }: Given): Task {
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

const emptyLine = (): TodoLine => ({ id: newPart('i'), text: '', link: '' })
const standingOf = (orgUnitId: string, edited: Details | undefined): Given => ({
  name: edited?.name ?? '',
  description: edited?.description ?? '',
  dueOn: edited?.dueOn ?? '',
  kind: edited?.type ?? toDo,
  todoListItem: (edited?.task.todoListItem ?? [emptyLine()]).map((line) => ({ ...line, link: line.link ?? '' })),
  updateFormList: edited?.task.updateFormList ?? [],
  assignees: edited
    ? { teamIds: edited.assignees.teams.map(({ id }) => id), playerIds: edited.assignees.players.map(({ id }) => id) }
    : { teamIds: orgUnitId.includes('.') ? [orgUnitId] : [], playerIds: [] },
})

type Props = { orgUnitId: string; edited?: Details; done: () => void }

/** What is given to whom until when: new, or changed as long as nobody has begun with it. */
export function GiveForm({ orgUnitId, edited, done }: Props) {
  const t = useTexts('assignments', english)
  // Sent again after a reply that was lost, it is the same assignment.
  const id = useRef(`${orgUnitId}.${newPart('h')}`)
  const creating = useSave('POST /rest-api/assignment/organization/{orgUnitId}', { refreshes, saved: t('given') })
  const updating = useSave('PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}', {
    refreshes,
    saved: t('saved'),
  })
  // As it was when it was opened: a new line has a name that it keeps.
  const [standing] = useState(() => standingOf(orgUnitId, edited))
  const isFixed = edited?.begun ?? false
  const form = useForm<Given>({
    draft: `assignment.${edited?.id ?? orgUnitId}`,
    values: standing,
    faults: (values) => ({ ...assignmentFaults(values), ...(isFixed ? {} : taskFaults(taskOf(values))) }),
    async save(values) {
      const { name, description, dueOn, assignees } = values
      const body = { name, description, dueOn: dueOn || null, assignees }
      if (!edited) await creating.save({ orgUnitId, body: { ...body, id: id.current, task: taskOf(values) } })
      else
        await updating.save({
          assignmentId: edited.id,
          orgUnitId,
          body: { ...body, revision: edited.revision, ...(!isFixed && { task: taskOf(values) }) },
        })
      done()
    },
  })
  const isTodo = form.values.kind === toDo
  return (
    <Form of={form} submit={t(edited ? 'save' : 'give')}>
      <Field label={t('name')} hint={t('nameHint')} required autoComplete="off" {...form.field('name')} />
      <TextArea label={t('description')} limit={assignmentDescriptionLimit} {...form.field('description')} />
      <DateField label={t('dueOn')} hint={t('dueHint')} {...form.field('dueOn')} />
      <AssigneesField orgUnitId={orgUnitId} {...form.field('assignees')} />
      {isFixed && edited ? (
        <>
          <Notice>{t('begunNotice')}</Notice>
          <TaskShown task={edited.task} />
        </>
      ) : (
        <>
          <Segmented
            label={t('kind')}
            options={[
              { value: toDo, label: t('toDoList') },
              { value: 'FORM', label: t('form') },
            ]}
            {...form.field('kind')}
          />
          {isTodo ? (
            <TodoEditor form={form} add={() => form.add('todoListItem', emptyLine())} />
          ) : (
            <QuestionsEditor form={form} />
          )}
        </>
      )}
    </Form>
  )
}
