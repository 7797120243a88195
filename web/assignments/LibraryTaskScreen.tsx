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
import { emptyLine, standingOf, taskOf } from './given.ts'
import type { Source } from './GiveForm.tsx'
import { QuestionsEditor } from './QuestionsEditor.tsx'
import type { Given } from './shapes.ts'
import { TaskShown } from './TaskShown.tsx'
import english from './texts.en.json'
import { TodoEditor } from './TodoEditor.tsx'
import { useSource } from './useSource.ts'

/** A form or to-do list of a library: its editors can change it, and coaches can assign it. */
export default function LibraryTaskScreen() {
  const t = useTexts('assignments', english)
  const { storageItemId = '' } = useParams()
  const read = useSource(storageItemId)
  const orgId = organizationOf(storageItemId)
  const { data: own } = useSelected().playersAndTeams
  const club = own?.organizations.find(({ id }) => id === orgId)
  const { item, source } = read
  const isOpen = source !== undefined
  useEffect(() => {
    if (isOpen) recordOpenedItem({ orgId }, storageItemId)
  }, [isOpen, orgId, storageItemId])
  const given = source?.task
  const isWritten = (given?.todoListItem ?? given?.updateFormList ?? []).length > 0
  return (
    <Screen
      title={item?.name ?? t('task')}
      actions={
        <>
          <ButtonLink to={paths.storage({ orgId, folderId: item?.parentId ?? undefined })}>{t('toLibrary')}</ButtonLink>
          {club && isWritten && <GiveThis club={club} storageItemId={storageItemId} />}
        </>
      }
    >
      <Loaded
        read={{ data: source, error: read.error, isValidating: read.isValidating, mutate: read.mutate }}
        skeleton={<RowSkeletons label={t('loadingOne')} height="64px" />}
        failed={t('taskFailed')}
      >
        {(found) => (
          <div className={styles.page}>
            {found.description && <p className={styles.text}>{found.description}</p>}
            <Shown
              source={found}
              revision={read.revision}
              readAnew={read.mutate}
              mayEdit={club !== undefined && isAtLeast(item?.access, 'EDITOR')}
              isWritten={isWritten}
            />
            {own && !club && isWritten && (
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

type Give = { club: PlayersAndTeams['organizations'][number]; storageItemId: string }

/**
 * Assigns it to the whole club if the user runs it; otherwise to the selected team, or one chosen from those they coach that
 * are not archived.
 */
function GiveThis({ club, storageItemId }: Give) {
  const t = useTexts('assignments', english)
  const { selection } = useSelected()
  const to = (teamId?: string) => paths.assignments({ orgId: club.id, teamId }, { from: storageItemId })
  const link = (address: string) => (
    <ButtonLink to={address} kind="primary">
      {t('giveThis')}
    </ButtonLink>
  )
  if (club.permissions.includes('canEditTeam')) return link(to())
  const teams = club.teams.filter(({ permissions, archived }) => !archived && permissions.includes('canEditTeam'))
  const selected = typeof selection === 'object' && teams.find(({ id }) => id === selection.teamId)
  if (selected) return link(to(selected.id))
  const [only, ...others] = teams
  if (only && others.length === 0) return link(to(only.id))
  return (
    <Menu
      about={t('giveThis')}
      opener={<Button kind="primary">{t('giveThis')}</Button>}
      items={teams.map(({ id, name }) => ({ label: name, to: to(id) }))}
    />
  )
}

type Read = { source: Source; revision: number; readAnew: () => Promise<unknown> }
type Shown = Read & { mayEdit: boolean; isWritten: boolean }

function Shown({ mayEdit, isWritten, ...read }: Shown) {
  const { source } = read
  const t = useTexts('assignments', english)
  const [editing, edit] = useState(false)
  if (editing) return <Writing {...read} done={() => edit(false)} />
  const change = mayEdit && (
    <div className={styles.actions}>
      <Button onClick={() => edit(true)}>{t(isWritten ? 'changeTask' : 'writeTask')}</Button>
    </div>
  )
  return isWritten ? (
    <>
      <TaskShown task={source.task} />
      {change}
    </>
  ) : (
    <EmptyState title={t('emptyTask')} hint={t(mayEdit ? 'emptyTaskHint' : 'emptyTaskWait')}>
      {change}
    </EmptyState>
  )
}

const refreshes = [
  'GET /rest-api/academy/task/form/{storageItemId}',
  'GET /rest-api/academy/task/todo/{storageItemId}',
] as const

function Writing({ source, revision: read, readAnew, done }: Read & { done: () => void }) {
  const t = useTexts('assignments', english)
  const { storageItemId, task } = source
  const isTodo = task.todoListItem !== undefined
  const toForm = useSave('PUT /rest-api/academy/task/form/{storageItemId}', { refreshes, saved: t('saved') })
  const toTodo = useSave('PUT /rest-api/academy/task/todo/{storageItemId}', { refreshes, saved: t('saved') })
  // Taken once on opening, so that new lines keep their generated ids.
  const [standing, begin] = useState(() => begunWith(source))
  const begun = useState(read)
  const form = useForm<Given>({
    draft: `library.task.${storageItemId}.${begun[0]}`,
    values: standing,
    faults: (values) => taskFaults(taskOf(values)),
    async save(values) {
      const saving = isTodo ? toTodo : toForm
      const put = (revision: number) => saving.save({ storageItemId, body: { task: taskOf(values), revision } })
      if (!(await versioned.save(put))) return false
      done()
      return true
    },
  })
  const versioned = useSaveAtRevision(begun, {
    current: read,
    isDirty: true,
    refetch: readAnew,
    resetForm() {
      form.discard()
      begin(begunWith(source))
    },
  })
  return (
    <Form of={form} submit={t('save')}>
      <ConflictNotice onReload={versioned.reload} />
      {isTodo ? (
        <TodoEditor form={form} add={() => form.add('todoListItem', emptyLine())} />
      ) : (
        <QuestionsEditor form={form} />
      )}
    </Form>
  )
}

function begunWith(source: Source): Given {
  const before = standingOf(organizationOf(source.storageItemId), source)
  return before.kind === toDo && before.todoListItem.length === 0 ? { ...before, todoListItem: [emptyLine()] } : before
}
