import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateText } from '../kit/format.ts'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Menu } from '../kit/Menu.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table, type TableProps } from '../kit/Table.tsx'
import { newPart } from '../api/newPart.ts'
import { ListControls } from '../shell/ListControls.tsx'
import { isEmptyList, LoadedList } from '../shell/LoadedList.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSearchState } from '../shell/useSearchState.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { useApiPages } from '../api/useApiPages.ts'
import { BulkCopy } from './BulkCopy.tsx'
import { CopyElsewhere } from './CopyElsewhere.tsx'
import { CreateDialog } from './CreateDialog.tsx'
import { CoachAnswers } from './CoachAnswers.tsx'
import styles from './Registrations.module.css'
import { builderPath } from './builderPath.ts'
import { FilterBar, noFilters } from './FilterBar.tsx'
import { statusTones } from './statusTones.ts'
import english from './texts.en.json'
import { useArchivedTeams } from './useArchivedTeams.ts'

const LIST = 'GET /rest-api/registration/list/{orgUnitId}'
type RegistrationRow = AnswerOf<typeof LIST>['registrations'][number]
const registrationsOf = ({ registrations }: AnswerOf<typeof LIST>) => registrations

const coachPermissions = { anyOf: ['canEditPlayers', 'canEditTeam'] } as const

/** The registrations of a team or club. */
export default function RegistrationsScreen() {
  const t = useTexts('registrations', english)
  const { orgId = '', teamId } = useParams()
  const orgUnitId = teamId ?? orgId
  const whyCannot = useWhyCannot()
  const club = useApi('GET /api/v1/playersAndTeams', {}).data?.organizations.find(({ id }) => id === orgId)
  const isDisabled = club?.customRegistrationEnabled === false
  const denialReason = whyCannot('canManageRegistration', orgUnitId)
  const unavailableReason = denialReason ?? (isDisabled ? t('offHint') : undefined)
  // Coaches who may not manage registrations read the answers that the club lets them read.
  const canReadAnswers =
    denialReason !== undefined && teamId !== undefined && whyCannot(coachPermissions, teamId) === undefined
  const [isCreating, setCreating] = useState(false)
  const limitReason = useWhyLimited(orgId)
  // Where there is nothing to create, the screen itself says why.
  const createButton = unavailableReason === undefined && (
    <Button kind="primary" onClick={() => setCreating(true)} disabledReason={limitReason}>
      {t('create')}
    </Button>
  )
  if (canReadAnswers)
    return (
      <Screen title={t('answersOfFamilies')}>
        <CoachAnswers teamId={teamId} />
      </Screen>
    )
  return (
    <Screen title={t('registrations')} actions={createButton}>
      {unavailableReason === undefined ? (
        <RegistrationList key={orgUnitId} orgUnitId={orgUnitId} createButton={createButton} />
      ) : (
        unavailableReason !== '' && (
          <EmptyState title={denialReason === undefined ? t('off') : t('notYours')} hint={unavailableReason} />
        )
      )}
      <CreateDialog orgUnitId={orgUnitId} opened={isCreating} close={() => setCreating(false)} />
    </Screen>
  )
}

function RegistrationList({ orgUnitId, createButton }: { orgUnitId: string; createButton: ReactNode }) {
  const t = useTexts('registrations', english)
  const [filters, setFilters] = useSearchState(noFilters)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const isClub = teamOf(orgUnitId) === undefined
  const query = {
    ...(filters.registrationStatus && { registrationStatus: filters.registrationStatus }),
    ...(filters.filter.trim() && { filter: filters.filter.trim() }),
    ...(filters.tags.length > 0 && { tags: filters.tags.join(',') }),
    ...(isClub && { isAllTeams: filters.isAllTeams ? ('true' as const) : ('false' as const) }),
  }
  const read = useApiPages(LIST, { orgUnitId, query }, { handles: ['failures'] })
  const isFiltered = !!(filters.registrationStatus || filters.filter.trim() || filters.tags.length > 0)
  const isBare = isEmptyList(read, registrationsOf) && !isFiltered && filters.isAllTeams
  return (
    <div className={styles.page}>
      <ListControls read={read} isBare={isBare}>
        <FilterBar orgUnitId={orgUnitId} isClub={isClub} filters={filters} setFilters={setFilters} />
      </ListControls>
      <LoadedList
        read={read}
        itemsOf={registrationsOf}
        skeleton={<RowSkeletons label={t('loading')} height="64px" />}
        failed={t('loadFailed')}
        empty={
          isFiltered ? (
            <EmptyState title={t('noneLikeThat')}>
              <Button onClick={() => setFilters(noFilters)}>{t('showAll')}</Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('none')} hint={t('noneHint')}>
              {createButton}
            </EmptyState>
          )
        }
      >
        {(rows) => (
          // The bulk actions disappear after use: the focus stays at the list.
          <KeptFocus label={t('registrations')} className={styles.page}>
            <RegistrationTable rows={rows} choice={{ chosen: chosenIds, choose: setChosenIds }} />
            <BulkCopy
              chosen={rows.filter(({ registrationId }) => chosenIds.has(registrationId))}
              onDone={setChosenIds}
            />
          </KeptFocus>
        )}
      </LoadedList>
    </div>
  )
}

function RegistrationTable({ rows, choice }: Required<Pick<TableProps<RegistrationRow>, 'rows' | 'choice'>>) {
  const t = useTexts('registrations', english)
  const [copySource, setCopySource] = useState<RegistrationRow>()
  const archivedTeamIds = new Set(useArchivedTeams(organizationOf(rows[0]?.registrationId ?? '')).map(({ id }) => id))
  const possibleColumns: (Column<RegistrationRow> | false)[] = [
    { key: 'name', head: t('name'), width: 'minmax(0, 2fr)', cell: (row) => row.name || t('untitled') },
    {
      key: 'status',
      head: t('status'),
      width: '8em',
      cell: ({ registrationStatus: status }) => <Badge tone={statusTones[status]}>{t(status)}</Badge>,
    },
    { key: 'unit', head: t('for'), width: 'minmax(0, 1.4fr)', cell: ({ orgUnit }) => orgUnit.name },
    { key: 'type', head: t('type'), width: '7em', priority: 'low', cell: (row) => t(row.registrationType) },
    {
      key: 'dates',
      head: t('dates'),
      width: '13em',
      cell: ({ launchDate, closeDate }) =>
        launchDate || closeDate
          ? `${launchDate ? dateText(launchDate) : '…'} – ${closeDate ? dateText(closeDate) : '…'}`
          : '–',
    },
    rows.some(({ tags }) => tags.length > 0) && {
      key: 'tags',
      head: t('tags'),
      priority: 'low',
      cell: ({ tags }) => tags.map(({ name }) => name).join(', ') || '–',
    },
  ]
  const columns = possibleColumns.filter((column) => column !== false)
  return (
    <>
      <Table
        label={t('registrations')}
        rows={rows}
        columns={columns}
        keyOf={({ registrationId }) => registrationId}
        nameOf={({ name }) => name || t('untitled')}
        // Of a launched one, who has registered is looked at more often than its setup.
        to={(row) => builderPath(row, isLaunched(row) ? 'track' : undefined)}
        choice={choice}
        actions={(row) => (
          <RowActions
            row={row}
            isActive={!archivedTeamIds.has(row.orgUnit.id)}
            onCopyElsewhere={() => setCopySource(row)}
          />
        )}
      />
      {/* Outside the rows, because a click inside opens the row. */}
      <CopyElsewhere source={copySource} close={() => setCopySource(undefined)} />
    </>
  )
}

const isLaunched = ({ registrationStatus: status }: RegistrationRow) => status === 'OPEN' || status === 'CLOSED'

function RowActions({
  row,
  isActive,
  onCopyElsewhere,
}: {
  row: RegistrationRow
  isActive: boolean
  onCopyElsewhere: () => void
}) {
  const t = useTexts('registrations', english)
  const navigate = useNavigate()
  const { registrationId, registrationStatus, name, orgUnit } = row
  const deleting = useSave('DELETE /rest-api/registration/{registrationId}', {
    refreshes: [LIST],
    saved: t('deleted'),
    failed: problemText,
  })
  const copying = useSave('POST /rest-api/registration/copy/{registrationId}', {
    refreshes: [LIST],
    saved: t('copied'),
    failed: problemText,
  })
  async function remove() {
    const draftQuestion = {
      title: t('deleteAsk', { name: name || t('untitled') }),
      lost: t('deleteLost'),
      yes: t('delete'),
    }
    // Families know of it; the server decides whether any has registered.
    const publishedQuestion = { ...draftQuestion, lost: [t('deleteLost'), t('deleteSeenLost')], kept: t('deleteKept') }
    if (await confirm(registrationStatus === 'DRAFT' ? draftQuestion : publishedQuestion))
      await deleting.save({ registrationId })
  }
  async function copy() {
    const newId = `${orgUnit.id}.${newPart('r')}`
    if (await copying.save({ registrationId, body: { registrationId: newId } }))
      await navigate(builderPath({ ...row, registrationId: newId }))
  }
  return (
    <Menu
      about={name || t('untitled')}
      items={[
        { label: t('build'), to: builderPath(row) },
        { label: t('step_track'), to: builderPath(row, 'track') },
        // For a team that plays no more nobody could register.
        { label: t('copyIt'), run: isActive ? () => void copy() : onCopyElsewhere },
        { label: t('copyElsewhere'), run: onCopyElsewhere },
        { label: t('delete'), danger: true, run: () => void remove() },
      ]}
    />
  )
}
