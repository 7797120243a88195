import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { type RegistrationStatus, registrationStatuses } from '#shared/rules/registrations/registration.ts'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { confirm } from '../kit/confirm.ts'
import { dateText } from '../kit/format.ts'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Menu } from '../kit/Menu.tsx'
import { LoadMore } from '../kit/Paging.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { Select } from '../kit/Select.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table, type TableProps } from '../kit/Table.tsx'
import { newPart } from '../api/newPart.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useKeptSearch } from '../shell/useKeptSearch.ts'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { useApiPages } from '../api/useApiPages.ts'
import { CopyChosen } from './CopyChosen.tsx'
import { CopyElsewhere } from './CopyElsewhere.tsx'
import { CreateDialog } from './CreateDialog.tsx'
import { ForCoaches } from './ForCoaches.tsx'
import styles from './Registrations.module.css'
import { builderPath } from './builderPath.ts'
import { statusTones } from './statusTones.ts'
import { TagChips } from './TagChips.tsx'
import english from './texts.en.json'
import { useArchivedTeams } from './useArchivedTeams.ts'

const LIST = 'GET /rest-api/registration/list/{orgUnitId}'
type Line = AnswerOf<typeof LIST>['registrations'][number]

const ofCoaches = { anyOf: ['canEditPlayers', 'canEditTeam'] } as const

/** The registrations of a team or club. */
export default function RegistrationsScreen() {
  const t = useTexts('registrations', english)
  const { orgId = '', teamId } = useParams()
  const orgUnitId = teamId ?? orgId
  const whyCannot = useWhyCannot()
  const club = useApi('GET /api/v1/playersAndTeams', {}).data?.organizations.find(({ id }) => id === orgId)
  const isOff = club?.customRegistrationEnabled === false
  const refused = whyCannot('canManageRegistration', orgUnitId)
  const why = refused ?? (isOff ? t('offHint') : undefined)
  // Coaches who may not manage registrations read the answers that the club lets them read.
  const reads = refused !== undefined && teamId !== undefined && whyCannot(ofCoaches, teamId) === undefined
  const [creating, create] = useState(false)
  const limited = useWhyLimited(orgId)
  const cannot = why ?? limited
  const button = (
    <Button kind="primary" onClick={() => create(true)} disabledReason={cannot}>
      {t('create')}
    </Button>
  )
  if (reads)
    return (
      <Screen title={t('answersOfFamilies')}>
        <ForCoaches teamId={teamId} />
      </Screen>
    )
  return (
    <Screen title={t('registrations')} actions={button}>
      {why === undefined ? (
        <List key={orgUnitId} orgUnitId={orgUnitId} begin={button} />
      ) : (
        why !== '' && <EmptyState title={refused === undefined ? t('off') : t('notYours')} hint={why} />
      )}
      <CreateDialog orgUnitId={orgUnitId} opened={creating} close={() => create(false)} />
    </Screen>
  )
}

type Wanted = {
  registrationStatus: RegistrationStatus | ''
  filter: string
  tags: readonly string[]
  isAllTeams: boolean
}
const everything: Wanted = { registrationStatus: '', filter: '', tags: [], isAllTeams: true }

function List({ orgUnitId, begin }: { orgUnitId: string; begin: ReactNode }) {
  const t = useTexts('registrations', english)
  const [wanted, want] = useKeptSearch(everything)
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const isClub = teamOf(orgUnitId) === undefined
  const query = {
    ...(wanted.registrationStatus && { registrationStatus: wanted.registrationStatus }),
    ...(wanted.filter.trim() && { filter: wanted.filter.trim() }),
    ...(wanted.tags.length > 0 && { tags: wanted.tags.join(',') }),
    ...(isClub && { isAllTeams: wanted.isAllTeams ? ('true' as const) : ('false' as const) }),
  }
  const read = useApiPages(LIST, { orgUnitId, query }, { handles: ['failures'] })
  const isFiltered = !!(wanted.registrationStatus || wanted.filter.trim() || wanted.tags.length > 0)
  const isEmpty = read.data?.every(({ registrations }) => registrations.length === 0) === true && !read.more
  const isBare = isEmpty && !isFiltered && wanted.isAllTeams
  return (
    <div className={styles.page}>
      {!isBare && <Filters orgUnitId={orgUnitId} isClub={isClub} wanted={wanted} want={want} />}
      <Loaded
        read={read}
        skeleton={<RowSkeletons label={t('loading')} height="64px" />}
        failed={t('loadFailed')}
        empty={{
          when: (pages) => pages.every(({ registrations }) => registrations.length === 0) && !read.more,
          show: isFiltered ? (
            <EmptyState title={t('noneLikeThat')}>
              <Button onClick={() => want(everything)}>{t('showAll')}</Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('none')} hint={t('noneHint')}>
              {begin}
            </EmptyState>
          ),
        }}
      >
        {(pages) => {
          const rows = pages.flatMap(({ registrations }) => registrations)
          return (
            // The bulk actions disappear after use: the focus stays at the list.
            <KeptFocus label={t('registrations')} className={styles.page}>
              <RegistrationTable rows={rows} choice={{ chosen, choose }} />
              <CopyChosen chosen={rows.filter(({ registrationId }) => chosen.has(registrationId))} done={choose} />
              {read.more && <LoadMore shown={rows.length} busy={read.readingMore} load={read.more} />}
            </KeptFocus>
          )
        }}
      </Loaded>
    </div>
  )
}

type FiltersProps = { orgUnitId: string; isClub: boolean; wanted: Wanted; want: (wanted: Wanted) => void }

function Filters({ orgUnitId, isClub, wanted, want }: FiltersProps) {
  const t = useTexts('registrations', english)
  const { data } = useApi('GET /rest-api/tag/names/{orgUnitId}', { orgUnitId }, { handles: ['failures'] })
  return (
    <div className={styles.filters}>
      <SearchField label={t('search')} value={wanted.filter} onChange={(filter) => want({ ...wanted, filter })} />
      <Select
        label={t('status')}
        value={wanted.registrationStatus}
        onChange={(registrationStatus) => want({ ...wanted, registrationStatus })}
        options={[
          { value: '' as const, label: t('anyStatus') },
          ...registrationStatuses.map((value) => ({ value, label: t(value) })),
        ]}
      />
      {isClub && (
        <Checkbox
          label={t('allTeams')}
          value={wanted.isAllTeams}
          onChange={(isAllTeams) => want({ ...wanted, isAllTeams })}
        />
      )}
      <div className={styles.allAcross}>
        <TagChips tags={data?.tags ?? []} value={wanted.tags} onChange={(tags) => want({ ...wanted, tags })} />
      </div>
    </div>
  )
}

function RegistrationTable({ rows, choice }: Required<Pick<TableProps<Line>, 'rows' | 'choice'>>) {
  const t = useTexts('registrations', english)
  const [copied, setCopied] = useState<Line>()
  const archived = new Set(useArchivedTeams(organizationOf(rows[0]?.registrationId ?? '')).map(({ id }) => id))
  const all: (Column<Line> | false)[] = [
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
  const columns = all.filter((column) => column !== false)
  return (
    <>
      <Table
        label={t('registrations')}
        rows={rows}
        columns={columns}
        keyOf={({ registrationId }) => registrationId}
        nameOf={({ name }) => name || t('untitled')}
        to={builderPath}
        choice={choice}
        actions={(row) => (
          <Actions row={row} plays={!archived.has(row.orgUnit.id)} copyElsewhere={() => setCopied(row)} />
        )}
      />
      {/* Outside the rows, because a click inside opens the row. */}
      <CopyElsewhere copied={copied} close={() => setCopied(undefined)} />
    </>
  )
}

function Actions({ row, plays, copyElsewhere }: { row: Line; plays: boolean; copyElsewhere: () => void }) {
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
    const sure = { title: t('deleteAsk', { name: name || t('untitled') }), lost: t('deleteLost'), yes: t('delete') }
    // Families know of it; the server decides whether any has registered.
    const seen = { ...sure, lost: [t('deleteLost'), t('deleteSeenLost')], kept: t('deleteKept') }
    if (await confirm(registrationStatus === 'DRAFT' ? sure : seen)) await deleting.save({ registrationId })
  }
  async function copy() {
    const made = `${orgUnit.id}.${newPart('r')}`
    if (await copying.save({ registrationId, body: { registrationId: made } }))
      await navigate(builderPath({ ...row, registrationId: made }))
  }
  return (
    <Menu
      about={name || t('untitled')}
      items={[
        { label: t('build'), to: builderPath(row) },
        { label: t('step_track'), to: builderPath(row, 'track') },
        // For a team that plays no more nobody could register.
        { label: t('copyIt'), run: plays ? () => void copy() : copyElsewhere },
        { label: t('copyElsewhere'), run: copyElsewhere },
        { label: t('delete'), danger: true, run: () => void remove() },
      ]}
    />
  )
}
