import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { auditedKinds } from '#shared/rules/audit.ts'
import { changeWords, wordsOf } from '#shared/rules/auditWords.ts'
import { type AnswerOf, callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge, type Tone } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { DateField } from '../kit/DateField.tsx'
import { FileButton } from '../kit/FileButton.tsx'
import { dateTimeText, monthText, readerZone } from '../kit/format.ts'
import { NoteIcon } from '../kit/icons.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import { Select } from '../kit/Select.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { LoadedList } from '../shell/LoadedList.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useApiPages } from '../api/useApiPages.ts'
import styles from './Audit.module.css'
import { attributeName, inReaderLanguage, isShownAttribute, formatValue } from './attributeValues.ts'
import english from './texts.en.json'

const LIST = 'GET /rest-api/audit/{orgId}'
type Entry = AnswerOf<typeof LIST>['entries'][number]
type Filter = { day: string; person: string; kind: string }
const noFilter: Filter = { day: '', person: '', kind: '' }
/** The server's name for changes made by the product itself. */
const product = 'Touchline'
const tones: Record<Entry['change'], Tone> = {
  created: 'success',
  changed: 'primary',
  removed: 'danger',
  read: 'warning',
}

/** Who changed what in a club, for those who appoint its administrators. */
export default function AuditScreen() {
  const t = useTexts('audit', english)
  const { orgId = '' } = useParams()
  const why = useWhyCannot()('canEditAdministrators', orgId)
  return (
    <Screen title={t('title')}>
      {why ? <EmptyState title={t('notYours')} hint={why} /> : why === undefined && <AuditLog orgId={orgId} />}
    </Screen>
  )
}

function AuditLog({ orgId }: { orgId: string }) {
  const t = useTexts('audit', english)
  const [filter, setFilter] = useState(noFilter)
  const setFilters = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
  // Times are listed in the reader's time zone, so the day filter uses it too.
  const query = { ...setFilters, ...(filter.day !== '' && { timezone: readerZone() }) }
  const read = useApiPages(LIST, { orgId, query }, { handles: ['failures'] })
  const isFiltered = Object.keys(setFilters).length > 0
  return (
    <>
      <Filters
        orgId={orgId}
        filter={filter}
        onChange={setFilter}
        entries={(read.data ?? []).flatMap(({ entries }) => entries)}
      />
      <LoadedList
        read={read}
        itemsOf={({ entries }) => entries}
        failed={t('failed')}
        skeleton={<RowSkeletons label={t('loading')} />}
        empty={
          isFiltered ? (
            <EmptyState title={t('noneFound')} hint={t('noneFoundHint')}>
              <Button onClick={() => setFilter(noFilter)}>{t('showAll')}</Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('none')} hint={t('noneHint')} icon={<NoteIcon size={32} />} />
          )
        }
      >
        {(entries) => <Entries entries={entries} />}
      </LoadedList>
    </>
  )
}

type FilterProps = { orgId: string; filter: Filter; onChange: (filter: Filter) => void; entries: readonly Entry[] }

/** Offers the people found in the listed entries; people offered once stay offered. */
function Filters({ orgId, filter, onChange, entries }: FilterProps) {
  const t = useTexts('audit', english)
  const [today] = useState(() => new Date().toISOString())
  const month = (filter.day || today).slice(0, 7)
  const [people, setPeople] = useState<ReadonlyMap<string, string>>(new Map())
  const newEntries = entries.filter(({ who }) => !people.has(who.id))
  if (newEntries.length > 0)
    setPeople(new Map([...people, ...newEntries.map(({ who }) => [who.id, who.name] as const)]))
  return (
    <div className={styles.filters}>
      <DateField label={t('day')} value={filter.day} onChange={(day) => onChange({ ...filter, day })} />
      <OneOf
        label={t('who')}
        value={filter.person}
        onChange={(person) => onChange({ ...filter, person })}
        placeholder={t('everybody')}
        options={[...people].map(([value, label]) => ({ value, label }))}
      />
      <Select
        label={t('what')}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
        options={[
          { value: '', label: t('everything') },
          ...auditedKinds.map((value) => ({ value, label: inReaderLanguage(wordsOf(value)) })),
        ]}
      />
      <FileButton
        label={t('exportMonth', { month: monthText(Number(month.slice(0, 4)), Number(month.slice(5))) })}
        // Exports the whole month as CSV.
        read={() => callApi('GET /rest-api/audit/{orgId}/csv', { orgId, query: { month } })}
      />
    </div>
  )
}

function Entries({ entries }: { entries: Entry[] }) {
  const t = useTexts('audit', english)
  const columns: Column<Entry>[] = [
    { key: 'when', head: t('when'), width: '15em', cell: ({ when }) => dateTimeText(when, readerZone()) },
    {
      key: 'who',
      head: t('who'),
      width: 'minmax(0, 1fr)',
      cell: ({ who, through }) =>
        through
          ? t(through.name === product ? 'byItself' : 'through', { staff: through.name, name: who.name })
          : who.name,
    },
    {
      key: 'what',
      head: t('what'),
      width: 'minmax(0, 1fr)',
      cell: ({ kind, change, subjects }) => (
        <>
          <Badge tone={tones[change]}>{inReaderLanguage(changeWords[change])}</Badge> {inReaderLanguage(wordsOf(kind))}
          {subjects.length > 0 && <div className={styles.name}>{subjects.join(', ')}</div>}
        </>
      ),
    },
    {
      key: 'changes',
      head: t('changes'),
      width: 'minmax(0, 2fr)',
      cell: (entry) => {
        const { shown, otherCount } = shownChanges(entry)
        return shown.length + otherCount > 0 && <Changes shown={shown} otherCount={otherCount} />
      },
    },
  ]
  return (
    <Table
      label={t('title')}
      rows={entries}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ who, when }) => `${who.name} ${when}`}
    />
  )
}

/** The changes to show, and how many others there are. For a new item, empty values are left out and others not counted. */
function shownChanges({ change, changes }: Entry) {
  const shown = changes.filter(
    ({ name, before, after }) =>
      isShownAttribute(name) && (before !== null || (after !== null && (after !== '' || change === 'changed'))),
  )
  return { shown, otherCount: change === 'changed' ? changes.length - shown.length : 0 }
}

function Changes({ shown, otherCount }: ReturnType<typeof shownChanges>) {
  const t = useTexts('audit', english)
  return (
    <ul className={styles.changes}>
      {shown.map(({ name, before, after }) => (
        <li key={name}>
          <span className={styles.name}>{attributeName(name)}:</span>{' '}
          {before !== null && <span className={styles.before}>{formatValue(t, name, before)}</span>}
          {before !== null && <span aria-label={t('becomes')}> → </span>}
          {after === null ? t('value_none') : formatValue(t, name, after)}
        </li>
      ))}
      {otherCount > 0 && <li className={styles.name}>{t('others', { count: otherCount })}</li>}
    </ul>
  )
}
