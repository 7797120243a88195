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
import { ConflictNotice } from '../shell/ConflictNotice.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSaveAtRevision } from '../shell/useVersionedSave.ts'
import { useDraftPart } from '../api/useDraftPart.ts'
import { AssigneesField } from './AssigneesField.tsx'
import { emptyLine, initialValuesOf, toTask } from './assignmentValues.ts'
import { QuestionsEditor } from './QuestionsEditor.tsx'
import { DETAILS, type Details, type AssignmentValues, refreshes } from './shapes.ts'
import { TaskView } from './TaskView.tsx'
import english from './texts.en.json'
import { TodoEditor } from './TodoEditor.tsx'

/** A library task from which an assignment is made. */
export type Source = { storageItemId: string; name: string; description: string; task: Task }
type Props = { orgUnitId: string; existing?: Details; source?: Source; done: () => void }

/** Creates an assignment, or edits one as long as nobody has begun with it. */
export function AssignmentForm({ orgUnitId, existing, source, done }: Props) {
  const t = useTexts('assignments', english)
  const creating = useSave('POST /rest-api/assignment/organization/{orgUnitId}', { refreshes, saved: t('given') })
  const updating = useSave('PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}', {
    refreshes,
    saved: t('saved'),
  })
  // Taken once on opening, so that new lines keep their generated ids.
  const [initialValues, setInitialValues] = useState(() => initialValuesOf(orgUnitId, existing ?? source))
  const { mutate } = useSWRConfig()
  const isFixed = existing?.begun ?? false
  const initialRevision = useState(existing?.revision ?? 0)
  // The draft belongs to the team, so that it is not given to another.
  const draftSubject = existing?.id ?? (source ? `${orgUnitId}.${source.storageItemId}` : orgUnitId)
  const draft = `assignment.${draftSubject}.${initialRevision[0]}`
  const newAssignment = useDraftPart('h', draft)
  const form = useForm<AssignmentValues>({
    draft,
    onDiscard: newAssignment.startNew,
    values: initialValues,
    faults: (values) => ({ ...assignmentFaults(values), ...(isFixed ? {} : taskFaults(toTask(values))) }),
    async save(values) {
      const { name, description, dueOn, assignees } = values
      const body = { name, description, dueOn: dueOn || null, assignees }
      if (!existing) {
        const id = `${orgUnitId}.${newAssignment.part}`
        const task = { id, task: toTask(values), ...(source && { storageItemId: source.storageItemId }) }
        await newAssignment.send(() => creating.save({ orgUnitId, body: { ...body, ...task } }))
      } else {
        const taskChange = isFixed ? {} : { task: toTask(values) }
        const saveAtRevision = (revision: number) =>
          updating.save({ assignmentId: existing.id, orgUnitId, body: { ...body, revision, ...taskChange } })
        if (!(await versionedSave.save(saveAtRevision))) return false
      }
      done()
      return true
    },
  })
  const versionedSave = useSaveAtRevision(initialRevision, {
    current: existing?.revision ?? 0,
    isDirty: true,
    refetch: async () => existing && mutate(cacheKey(DETAILS, { assignmentId: existing.id, orgUnitId })),
    resetForm() {
      form.discard()
      setInitialValues(initialValuesOf(orgUnitId, existing))
    },
  })
  const isTodo = form.values.kind === toDo
  return (
    <Form of={form} submit={t(existing ? 'save' : 'assign')}>
      <ConflictNotice onReload={versionedSave.reload} />
      <Field label={t('name')} hint={t('nameHint')} required autoComplete="off" {...form.field('name')} />
      <TextArea label={t('description')} limit={assignmentDescriptionLimit} {...form.field('description')} />
      <DateField label={t('dueOn')} hint={t('dueHint')} {...form.field('dueOn')} />
      <AssigneesField orgUnitId={orgUnitId} {...form.field('assignees')} />
      {isFixed && existing ? (
        <>
          <Notice>{t('begunNotice')}</Notice>
          <TaskView task={existing.task} />
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
