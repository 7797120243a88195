import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { toDo } from '#shared/rules/library.ts'
import { organizationOf } from '#shared/ids.ts'
import { isAtLeast } from '#shared/rules/shares.ts'
import { taskFaults } from '#shared/rules/tasks.ts'
import { useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { Menu } from '../kit/Menu.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { recordOpenedItem } from '../shell/recordOpenedItem.ts'
import { paths } from '../paths.ts'
import { ConflictNotice } from '../shell/ConflictNotice.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import type { PlayersAndTeams } from '../shell/selection.ts'
import { useSave } from '../shell/useSave.ts'
import { useSaveAtRevision } from '../shell/useVersionedSave.ts'
import { useSelected } from '../shell/useSelection.ts'
import styles from './Assignments.module.css'
import { emptyLine, initialValuesOf, toTask } from './assignmentValues.ts'
import type { Source } from './AssignmentForm.tsx'
import { QuestionsEditor } from './QuestionsEditor.tsx'
import type { AssignmentValues } from './shapes.ts'
import { TaskView } from './TaskView.tsx'
import english from './texts.en.json'
import { TodoEditor } from './TodoEditor.tsx'
import { useSource } from './useSource.ts'

/** A form or to-do list of a library: its editors can change it, and coaches can assign it. */
export default function LibraryTaskScreen() {
  const t = useTexts('assignments', english)
  const { storageItemId = '' } = useParams()
  const read = useSource(storageItemId)
  const orgId = organizationOf(storageItemId)
  const { data: playersAndTeams } = useSelected().playersAndTeams
  const club = playersAndTeams?.organizations.find(({ id }) => id === orgId)
  const { item, source } = read
  const isOpen = source !== undefined
  useEffect(() => {
    if (isOpen) recordOpenedItem({ orgId }, storageItemId)
  }, [isOpen, orgId, storageItemId])
  const task = source?.task
  const isWritten = (task?.todoListItem ?? task?.updateFormList ?? []).length > 0
  return (
    <Screen
      title={item?.name ?? t('task')}
      actions={
        <>
          <ButtonLink to={paths.storage({ orgId, folderId: item?.parentId ?? undefined })}>{t('toLibrary')}</ButtonLink>
          {club && isWritten && <AssignMenu club={club} storageItemId={storageItemId} />}
        </>
      }
    >
      <Loaded
        read={{ data: source, error: read.error, isValidating: read.isValidating, mutate: read.mutate }}
        skeleton={<RowSkeletons label={t('loadingOne')} height="64px" />}
        failed={t('taskFailed')}
      >
        {(loadedSource) => (
          <div className={styles.page}>
            {loadedSource.description && <p className={styles.text}>{loadedSource.description}</p>}
            <LibraryTask
              source={loadedSource}
              revision={read.revision}
              readAnew={read.mutate}
              mayEdit={club !== undefined && isAtLeast(item?.access, 'EDITOR')}
              isWritten={isWritten}
            />
            {playersAndTeams && !club && isWritten && (
              <div className={styles.actions}>
                <p>{t('doneElsewhere')}</p>
                <ButtonLink to={paths.assignmentsHome()}>{t('assignments')}</ButtonLink>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

type AssignMenuProps = { club: PlayersAndTeams['organizations'][number]; storageItemId: string }

/**
 * Assigns it to the whole club if the user runs it; otherwise to the selected team, or one chosen from those they coach that
 * are not archived.
 */
function AssignMenu({ club, storageItemId }: AssignMenuProps) {
  const t = useTexts('assignments', english)
  const { selection } = useSelected()
  const pathFor = (teamId?: string) => paths.assignments({ orgId: club.id, teamId }, { from: storageItemId })
  const linkTo = (address: string) => (
    <ButtonLink to={address} kind="primary">
      {t('giveThis')}
    </ButtonLink>
  )
  if (club.permissions.includes('canEditTeam')) return linkTo(pathFor())
  const teams = club.teams.filter(({ permissions, archived }) => !archived && permissions.includes('canEditTeam'))
  const selected = typeof selection === 'object' && teams.find(({ id }) => id === selection.teamId)
  if (selected) return linkTo(pathFor(selected.id))
  const [onlyTeam, ...otherTeams] = teams
  if (onlyTeam && otherTeams.length === 0) return linkTo(pathFor(onlyTeam.id))
  return (
    <Menu
      about={t('giveThis')}
      opener={<Button kind="primary">{t('giveThis')}</Button>}
      items={teams.map(({ id, name }) => ({ label: name, to: pathFor(id) }))}
    />
  )
}

type SourceRead = { source: Source; revision: number; readAnew: () => Promise<unknown> }
type LibraryTask = SourceRead & { mayEdit: boolean; isWritten: boolean }

function LibraryTask({ mayEdit, isWritten, ...read }: LibraryTask) {
  const { source } = read
  const t = useTexts('assignments', english)
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <TaskEditor {...read} done={() => setEditing(false)} />
  const changeButton = mayEdit && (
    <div className={styles.actions}>
      <Button onClick={() => setEditing(true)}>{t(isWritten ? 'changeTask' : 'writeTask')}</Button>
    </div>
  )
  return isWritten ? (
    <>
      <TaskView task={source.task} />
      {changeButton}
    </>
  ) : (
    <EmptyState title={t('emptyTask')} hint={t(mayEdit ? 'emptyTaskHint' : 'emptyTaskWait')}>
      {changeButton}
    </EmptyState>
  )
}

const refreshes = [
  'GET /rest-api/academy/task/form/{storageItemId}',
  'GET /rest-api/academy/task/todo/{storageItemId}',
] as const

function TaskEditor({ source, revision: read, readAnew, done }: SourceRead & { done: () => void }) {
  const t = useTexts('assignments', english)
  const { storageItemId, task } = source
  const isTodo = task.todoListItem !== undefined
  const savingForm = useSave('PUT /rest-api/academy/task/form/{storageItemId}', { refreshes, saved: t('saved') })
  const savingTodo = useSave('PUT /rest-api/academy/task/todo/{storageItemId}', { refreshes, saved: t('saved') })
  // Taken once on opening, so that new lines keep their generated ids.
  const [initialValues, setInitialValues] = useState(() => editorValuesOf(source))
  const initialRevision = useState(read)
  const form = useForm<AssignmentValues>({
    draft: `library.task.${storageItemId}.${initialRevision[0]}`,
    values: initialValues,
    faults: (values) => taskFaults(toTask(values)),
    async save(values) {
      const saving = isTodo ? savingTodo : savingForm
      const saveAtRevision = (revision: number) =>
        saving.save({ storageItemId, body: { task: toTask(values), revision } })
      if (!(await versionedSave.save(saveAtRevision))) return false
      done()
      return true
    },
  })
  const versionedSave = useSaveAtRevision(initialRevision, {
    current: read,
    isDirty: true,
    refetch: readAnew,
    resetForm() {
      form.discard()
      setInitialValues(editorValuesOf(source))
    },
  })
  return (
    <Form of={form} submit={t('save')}>
      <ConflictNotice onReload={versionedSave.reload} />
      {isTodo ? (
        <TodoEditor form={form} add={() => form.add('todoListItem', emptyLine())} />
      ) : (
        <QuestionsEditor form={form} />
      )}
    </Form>
  )
}

function editorValuesOf(source: Source): AssignmentValues {
  const initial = initialValuesOf(organizationOf(source.storageItemId), source)
  return initial.kind === toDo && initial.todoListItem.length === 0
    ? { ...initial, todoListItem: [emptyLine()] }
    : initial
}
