import { useState } from 'react'
import { playerOf } from '#shared/ids.ts'
import { type TrackType, trackTypes } from '#shared/rules/registrations/tracking.ts'
import { callApi, useApi } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { FileButton } from '../../kit/FileButton.tsx'
import { Menu } from '../../kit/Menu.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { Select } from '../../kit/Select.tsx'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { EmptyState } from '../../kit/States.tsx'
import { Table } from '../../kit/Table.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import { useSave } from '../../shell/useSave.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details, Line } from '../answers.ts'
import { nameOf } from './called.ts'
import { Cancel } from './Cancel.tsx'
import { Change } from './Change.tsx'
import { Entry } from './Entry.tsx'
import { MoveTo } from './MoveTo.tsx'
import { Totals } from './Totals.tsx'
import { useColumns } from './useColumns.tsx'

const TRACK = 'GET /rest-api/registration/track/{registrationId}'
const CSV = 'GET /rest-api/registration/track/{registrationId}/csv'

/** Who has registered, their answers, and the revenue. */
export function TrackStep({ details }: { details: Details }) {
  const { registrationId } = details
  return (
    <div className={styles.parts}>
      <Totals registrationId={registrationId} />
      <Entries details={details} />
    </div>
  )
}

function Entries({ details }: { details: Details }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const [trackType, setType] = useState<TrackType | ''>('')
  const [filter, setFilter] = useState('')
  /** The cursors of the pages that were turned to; the first page has none. */
  const [turned, turn] = useState<readonly string[]>([])
  const page = turned.length
  const after = turned.at(-1)
  const [opened, open] = useState<Opened>()
  const close = () => open(undefined)
  const move = useMove(registrationId)
  const query = { ...(trackType && { trackType }), ...(filter.trim() && { filter: filter.trim() }) }
  const input = { registrationId, query: { ...query, page: String(page), ...(after !== undefined && { after }) } }
  const read = useApi(TRACK, input, { handles: ['failures'], keepPreviousData: true })
  const columns = useColumns(details)
  const isFiltered = filter.trim() !== '' || trackType !== ''
  const lineOf = (dialog: Opened['dialog']) => (opened?.dialog === dialog ? opened.line : undefined)
  const entry = lineOf('entry')
  const itemsOf = (line: Line, ways: ReturnType<typeof waysUp>) => [
    { label: t('openEntry', { name: nameOf(line) }), run: () => open({ dialog: 'entry', line }) },
    (line.waits || line.trackType === 'REGISTERED') && {
      label: t('change'),
      run: () => open({ dialog: 'change', line }),
    },
    line.waits && { label: t('moveTo'), run: () => open({ dialog: 'move', line }) },
    ...ways.map(([label, to]) => ({ label: t(label), run: () => move(line, to) })),
    line.trackType !== 'CANCELLED' && {
      label: t('takeOff'),
      danger: true,
      run: () => open({ dialog: 'cancel', line }),
    },
  ]
  return (
    <Card className={styles.part} aria-label={t('people')}>
      <h2>{t('people')}</h2>
      <div className={styles.filters}>
        <SearchField
          label={t('searchPlayers')}
          value={filter}
          onChange={(typed) => {
            setFilter(typed)
            turn([])
          }}
        />
        <Select
          label={t('status')}
          value={trackType}
          onChange={(value) => {
            setType(value)
            turn([])
          }}
          options={[
            { value: '' as const, label: t('anyStatus') },
            ...trackTypes.map((value) => ({ value, label: t(value) })),
          ]}
        />
        <FileButton
          label={t('exportCsv')}
          read={() => callApi(CSV, { registrationId, query })}
          name={`${details.setup.name || t('registration')}.csv`}
        />
      </div>
      <Loaded
        read={read}
        skeleton={<RowSkeletons label={t('loading')} height="64px" />}
        failed={t('trackFailed')}
        empty={{
          when: ({ entries, next }) => entries.length === 0 && page === 0 && next === null,
          show: isFiltered ? (
            <EmptyState title={t('nobodyLikeThat')}>
              <Button
                onClick={() => {
                  setFilter('')
                  setType('')
                  turn([])
                }}
              >
                {t('showEverybody')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('nobodyRegistered')} hint={t(`nobodyRegisteredHint_${details.registrationStatus}`)} />
          ),
        }}
      >
        {({ entries, next }) => (
          <>
            <Table
              label={t('people')}
              rows={entries}
              columns={columns}
              keyOf={({ registrationPlayerId }) => registrationPlayerId}
              nameOf={nameOf}
              actions={(line) => <Menu about={nameOf(line)} items={itemsOf(line, waysUp(entries, line, page))} />}
            />
            {entries.length === 0 && next !== null && <p className={styles.muted}>{t('noneSoFar')}</p>}
            {/* While the next page loads, the previous page or filter result stays. */}
            <Pages turned={turned} turn={turn} next={next} busy={read.isLoading} />
          </>
        )}
      </Loaded>
      <Dialog opened={entry !== undefined} close={close} title={entry ? nameOf(entry) : ''}>
        {entry && <Entry details={details} playerId={playerOf(entry.registrationPlayerId)} />}
      </Dialog>
      <Change details={details} line={lineOf('change')} close={close} />
      <MoveTo registrationId={registrationId} line={lineOf('move')} close={close} />
      <Cancel details={details} line={lineOf('cancel')} close={close} />
    </Card>
  )
}

/** The open dialog and its entry. */
type Opened = { dialog: 'entry' | 'change' | 'move' | 'cancel'; line: Line }

/** Moves a waiting player to another place on the waiting list. */
function useMove(registrationId: string) {
  const t = useTexts('registrations', english)
  const { save } = useSave('POST /rest-api/register/{registrationId}/waiting', {
    refreshes: [TRACK],
    saved: t('moved'),
    failed: problemText,
  })
  return ({ registrationPlayerId }: Line, to: Way) =>
    void save({
      registrationId,
      body: { registrationPlayerId, ...('before' in to ? { before: to.before.registrationPlayerId } : to) },
    })
}

type PagesProps = {
  turned: readonly string[]
  turn: (turned: readonly string[]) => void
  next: string | null
  busy: boolean
}
/** Buttons for the previous and next page, if there is more than one. */
function Pages({ turned, turn, next, busy }: PagesProps) {
  const t = useTexts('registrations', english)
  const isFirst = turned.length === 0
  if (next === null && isFirst) return null
  return (
    <div className={styles.buttons}>
      <Button onClick={() => turn(turned.slice(0, -1))} {...(isFirst && { disabledReason: t('firstPage') })}>
        {t('newer')}
      </Button>
      <Button
        busy={busy}
        onClick={() => next !== null && turn([...turned, next])}
        {...(next === null && { disabledReason: t('lastPage') })}
      >
        {t('older')}
      </Button>
    </div>
  )
}

type Way = { before: Line } | { place: number }
/** Where a waiting player can be moved: before the one above on this page, or to the front of the whole list. */
function waysUp(entries: readonly Line[], line: Line, page: number) {
  const waiting = entries.filter(({ waits }) => waits)
  const at = waiting.indexOf(line)
  const above = waiting[at - 1]
  const ways: ['moveFirst' | 'moveUp', Way][] = []
  if (above) ways.push(['moveUp', { before: above }])
  if (line.waits && (at > 1 || page > 0)) ways.push(['moveFirst', { place: 1 }])
  return ways
}
