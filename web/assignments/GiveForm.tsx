import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { assignmentDescriptionLimit, assignmentFaults, type Task, taskFaults } from '#shared/rules/tasks.ts'
import { toDo } from '#shared/rules/library.ts'
import { cacheKey } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { DateField } from '../kit/DateField.tsx'
import { Field } from '../kit/Field.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { Segmented } from '../kit/Radios.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { Behind } from '../shell/Behind.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSaveAtRevision } from '../shell/useVersionedSave.ts'
import { useDraftPart } from '../api/useDraftPart.ts'
import { AssigneesField } from './AssigneesField.tsx'
import { emptyLine, standingOf, taskOf } from './given.ts'
import { QuestionsEditor } from './QuestionsEditor.tsx'
import { DETAILS, type Details, type Given, refreshes } from './shapes.ts'
import { TaskShown } from './TaskShown.tsx'
import english from './texts.en.json'
import { TodoEditor } from './TodoEditor.tsx'

/** A library task from which an assignment is made. */
export type Source = { storageItemId: string; name: string; description: string; task: Task }
type Props = { orgUnitId: string; edited?: Details; from?: Source; done: () => void }

/** Creates an assignment, or edits one as long as nobody has begun with it. */
export function GiveForm({ orgUnitId, edited, from, done }: Props) {
  const t = useTexts('assignments', english)
  const creating = useSave('POST /rest-api/assignment/organization/{orgUnitId}', { refreshes, saved: t('given') })
  const updating = useSave('PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}', {
    refreshes,
    saved: t('saved'),
  })
  // Taken once on opening, so that new lines keep their generated ids.
  const [standing, begin] = useState(() => standingOf(orgUnitId, edited ?? from))
  const { mutate } = useSWRConfig()
  const isFixed = edited?.begun ?? false
  const begun = useState(edited?.revision ?? 0)
  // The draft belongs to the team, so that it is not given to another.
  const about = edited?.id ?? (from ? `${orgUnitId}.${from.storageItemId}` : orgUnitId)
  const draft = `assignment.${about}.${begun[0]}`
  const made = useDraftPart('h', draft)
  const form = useForm<Given>({
    draft,
    onDiscard: made.startNew,
    values: standing,
    faults: (values) => ({ ...assignmentFaults(values), ...(isFixed ? {} : taskFaults(taskOf(values))) }),
    async save(values) {
      const { name, description, dueOn, assignees } = values
      const body = { name, description, dueOn: dueOn || null, assignees }
      if (!edited) {
        const id = `${orgUnitId}.${made.part}`
        const task = { id, task: taskOf(values), ...(from && { storageItemId: from.storageItemId }) }
        await made.send(() => creating.save({ orgUnitId, body: { ...body, ...task } }))
      } else {
        const more = isFixed ? {} : { task: taskOf(values) }
        const put = (revision: number) =>
          updating.save({ assignmentId: edited.id, orgUnitId, body: { ...body, revision, ...more } })
        if (!(await versioned.save(put))) return false
      }
      done()
      return true
    },
  })
  const versioned = useSaveAtRevision(begun, {
    read: edited?.revision ?? 0,
    isTyped: true,
    readAnew: async () => edited && mutate(cacheKey(DETAILS, { assignmentId: edited.id, orgUnitId })),
    takeTheirs() {
      form.discard()
      begin(standingOf(orgUnitId, edited))
    },
  })
  const isTodo = form.values.kind === toDo
  return (
    <Form of={form} submit={t(edited ? 'save' : 'assign')}>
      <Behind take={versioned.take} />
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
