import { useDeferredValue, useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { type AssignmentStatus, assignmentStatuses } from '#shared/rules/tasks.ts'
import type { AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Segmented } from '../kit/Radios.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { ListControls } from '../shell/ListControls.tsx'
import { isEmptyList, LoadedList } from '../shell/LoadedList.tsx'
import { Screen } from '../shell/Screen.tsx'
import { isCoaching } from '../shell/selection.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { useApiPages } from '../api/useApiPages.ts'
import { AssignmentDialog } from './AssignmentDialog.tsx'
import styles from './Assignments.module.css'
import { AssignmentTable } from './AssignmentTable.tsx'
import { NewAssignmentDialog } from './NewAssignmentDialog.tsx'
import { type Assignment, LIST } from './shapes.ts'
import { useSource } from './useSource.ts'
import english from './texts.en.json'

/** A team's or club's assignments, for its coaches. */
export default function AssignmentsScreen() {
  const t = useTexts('assignments', english)
  const { orgId = '', teamId } = useParams()
  const orgUnitId = teamId ?? orgId
  const { data: playersAndTeams } = useSelected().playersAndTeams
  const whyNotEdit = useWhyCannot()('canEditTeam', orgUnitId)
  const whyLimited = useWhyLimited(orgId)
  const disabledReason = whyNotEdit ?? whyLimited
  const [query] = useSearchParams()
  const source = useSource(query.get('from') ?? undefined)
  const [isCreating, setCreating] = useState(query.has('from'))
  // The whole club's list is for those who run it; its coaches see their teams' lists.
  if (playersAndTeams && !isCoaching({ orgId, ...(teamId && { teamId }) }, playersAndTeams))
    return <Navigate to={paths.assignmentsHome()} replace />
  const action = (
    <Button kind="primary" onClick={() => setCreating(true)} disabledReason={disabledReason}>
      {t('give')}
    </Button>
  )
  return (
    <Screen title={t('assignments')} actions={action}>
      {whyNotEdit === undefined ? (
        <Assignments key={orgUnitId} orgUnitId={orgUnitId} />
      ) : (
        whyNotEdit !== '' && <EmptyState title={t('notYours')} hint={whyNotEdit} />
      )}
      <NewAssignmentDialog
        orgUnitId={orgUnitId}
        opened={isCreating && !source.isLoading}
        close={() => setCreating(false)}
        source={source.source}
      />
    </Screen>
  )
}

const assignmentsOf = ({ assignments }: AnswerOf<typeof LIST>) => assignments

function Assignments({ orgUnitId }: { orgUnitId: string }) {
  const t = useTexts('assignments', english)
  const [status, setStatus] = useState<AssignmentStatus>('OPEN')
  const [typed, setTyped] = useState('')
  const filter = useDeferredValue(typed.trim())
  const [openAssignment, setOpenAssignment] = useState<Assignment>()
  const query = { status, ...(filter && { filter }) }
  const read = useApiPages(LIST, { orgUnitId, query }, { handles: ['failures'] })
  return (
    <div className={styles.page}>
      <div className={styles.filters}>
        <Segmented
          label={t('status')}
          labelHidden
          value={status}
          onChange={(next) => next && setStatus(next)}
          options={assignmentStatuses.map((value) => ({ value, label: t(value) }))}
        />
        <ListControls read={read} isBare={typed === '' && isEmptyList(read, assignmentsOf)}>
          <SearchField label={t('search')} value={typed} onChange={setTyped} />
        </ListControls>
      </div>
      <LoadedList
        read={read}
        itemsOf={assignmentsOf}
        skeleton={<RowSkeletons label={t('loading')} height="64px" />}
        failed={t('loadFailed')}
        empty={
          filter ? (
            <EmptyState title={t('noneFound')} />
          ) : (
            <EmptyState title={t(`none_${status}`)} hint={t('noneHint')} />
          )
        }
      >
        {(assignments) => <AssignmentTable assignments={assignments} open={setOpenAssignment} />}
      </LoadedList>
      <AssignmentDialog
        assignment={openAssignment}
        close={() => setOpenAssignment(undefined)}
        // After closing or removing an assignment, the open ones are listed again.
        onRemoved={() => {
          setOpenAssignment(undefined)
          setStatus('OPEN')
        }}
      />
    </div>
  )
}
