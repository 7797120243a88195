import { useDeferredValue, useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { type AssignmentStatus, assignmentStatuses } from '#shared/rules/tasks.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { LoadMore } from '../kit/Paging.tsx'
import { Segmented } from '../kit/Radios.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { isCoaching } from '../shell/selection.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { useApiPages } from '../api/useApiPages.ts'
import { AssignmentDialog } from './AssignmentDialog.tsx'
import styles from './Assignments.module.css'
import { AssignmentTable } from './AssignmentTable.tsx'
import { GiveDialog } from './GiveDialog.tsx'
import { type Assignment, LIST } from './shapes.ts'
import { useSource } from './useSource.ts'
import english from './texts.en.json'

/** A team's or club's assignments, for its coaches. */
export default function AssignmentsScreen() {
  const t = useTexts('assignments', english)
  const { orgId = '', teamId } = useParams()
  const orgUnitId = teamId ?? orgId
  const { data: own } = useSelected().playersAndTeams
  const why = useWhyCannot()('canEditTeam', orgUnitId)
  const limited = useWhyLimited(orgId)
  const cannot = why ?? limited
  const [query] = useSearchParams()
  const from = useSource(query.get('from') ?? undefined)
  const [giving, give] = useState(query.has('from'))
  // The whole club's list is for those who run it; its coaches see their teams' lists.
  if (own && !isCoaching({ orgId, ...(teamId && { teamId }) }, own))
    return <Navigate to={paths.assignmentsHome()} replace />
  const action = (
    <Button kind="primary" onClick={() => give(true)} disabledReason={cannot}>
      {t('give')}
    </Button>
  )
  return (
    <Screen title={t('assignments')} actions={action}>
      {why === undefined ? (
        <Assignments key={orgUnitId} orgUnitId={orgUnitId} />
      ) : (
        why !== '' && <EmptyState title={t('notYours')} hint={why} />
      )}
      <GiveDialog
        orgUnitId={orgUnitId}
        opened={giving && !from.isComing}
        close={() => give(false)}
        from={from.source}
      />
    </Screen>
  )
}

function Assignments({ orgUnitId }: { orgUnitId: string }) {
  const t = useTexts('assignments', english)
  const [status, setStatus] = useState<AssignmentStatus>('OPEN')
  const [typed, type] = useState('')
  const filter = useDeferredValue(typed.trim())
  const [shown, show] = useState<Assignment>()
  const query = { status, ...(filter && { filter }) }
  const read = useApiPages(LIST, { orgUnitId, query }, { handles: ['failures'] })
  const isEmpty = read.data?.every(({ assignments }) => assignments.length === 0) === true && !read.more
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
        {(typed !== '' || !isEmpty) && <SearchField label={t('search')} value={typed} onChange={type} />}
      </div>
      <Loaded
        read={read}
        skeleton={<RowSkeletons label={t('loading')} height="64px" />}
        failed={t('loadFailed')}
        empty={{
          when: () => isEmpty,
          show: filter ? (
            <EmptyState title={t('noneFound')} />
          ) : (
            <EmptyState title={t(`none_${status}`)} hint={t('noneHint')} />
          ),
        }}
      >
        {(pages) => {
          const assignments = pages.flatMap((page) => page.assignments)
          return (
            <>
              <AssignmentTable assignments={assignments} open={show} />
              {read.more && <LoadMore shown={assignments.length} busy={read.readingMore} load={read.more} />}
            </>
          )
        }}
      </Loaded>
      <AssignmentDialog
        assignment={shown}
        close={() => show(undefined)}
        // After closing or removing an assignment, the open ones are listed again.
        away={() => {
          show(undefined)
          setStatus('OPEN')
        }}
      />
    </div>
  )
}
