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
import type { Details, RegistrationEntry } from '../answers.ts'
import { toFullName } from './entryName.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { EntryDetails } from './EntryDetails.tsx'
import { MoveDialog } from './MoveDialog.tsx'
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
      <EntryTable details={details} />
    </div>
  )
}

function EntryTable({ details }: { details: Details }) {
  const t = useTexts('registrations', english)
  const { registrationId } = details
  const [trackType, setType] = useState<TrackType | ''>('')
  const [filter, setFilter] = useState('')
  /** The cursors of the pages that were turned to; the first page has none. */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const page = cursors.length
  const cursor = cursors.at(-1)
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const closeDialog = () => setOpenDialog(undefined)
  const moveEntry = useMove(registrationId)
  const query = { ...(trackType && { trackType }), ...(filter.trim() && { filter: filter.trim() }) }
  const input = {
    registrationId,
    query: { ...query, page: String(page), ...(cursor !== undefined && { after: cursor }) },
  }
  const read = useApi(TRACK, input, { handles: ['failures'], keepPreviousData: true })
  const columns = useColumns(details)
  const isFiltered = filter.trim() !== '' || trackType !== ''
  const entryFor = (dialog: OpenDialog['dialog']) => (openDialog?.dialog === dialog ? openDialog.entry : undefined)
  const shownEntry = entryFor('entry')
  const toMenuItems = (entry: RegistrationEntry, moves: ReturnType<typeof findMoves>) => [
    { label: t('openEntry', { name: toFullName(entry) }), run: () => setOpenDialog({ dialog: 'entry', entry }) },
    (entry.waits || entry.trackType === 'REGISTERED') && {
      label: t('change'),
      run: () => setOpenDialog({ dialog: 'change', entry }),
    },
    entry.waits && { label: t('moveTo'), run: () => setOpenDialog({ dialog: 'move', entry }) },
    ...moves.map(([label, target]) => ({ label: t(label), run: () => moveEntry(entry, target) })),
    entry.trackType !== 'CANCELLED' && {
      label: t('takeOff'),
      danger: true,
      run: () => setOpenDialog({ dialog: 'cancel', entry }),
    },
  ]
  return (
    <Card className={styles.part} aria-label={t('people')}>
      <h2>{t('people')}</h2>
      <div className={styles.filters}>
        <SearchField
          label={t('searchPlayers')}
          value={filter}
          onChange={(text) => {
            setFilter(text)
            setCursors([])
          }}
        />
        <Select
          label={t('status')}
          value={trackType}
          onChange={(value) => {
            setType(value)
            setCursors([])
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
                  setCursors([])
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
              nameOf={toFullName}
              actions={(entry) => (
                <Menu about={toFullName(entry)} items={toMenuItems(entry, findMoves(entries, entry, page))} />
              )}
            />
            {entries.length === 0 && next !== null && <p className={styles.muted}>{t('noneSoFar')}</p>}
            {/* While the next page loads, the previous page or filter result stays. */}
            <Pages cursors={cursors} setCursors={setCursors} next={next} busy={read.isLoading} />
          </>
        )}
      </Loaded>
      <Dialog opened={shownEntry !== undefined} close={closeDialog} title={shownEntry ? toFullName(shownEntry) : ''}>
        {shownEntry && <EntryDetails details={details} playerId={playerOf(shownEntry.registrationPlayerId)} />}
      </Dialog>
      <ChangeDialog details={details} entry={entryFor('change')} close={closeDialog} />
      <MoveDialog registrationId={registrationId} entry={entryFor('move')} close={closeDialog} />
      <CancelDialog details={details} entry={entryFor('cancel')} close={closeDialog} />
    </Card>
  )
}

/** The open dialog and its entry. */
type OpenDialog = { dialog: 'entry' | 'change' | 'move' | 'cancel'; entry: RegistrationEntry }

/** Moves a waiting player to another place on the waiting list. */
function useMove(registrationId: string) {
  const t = useTexts('registrations', english)
  const { save } = useSave('POST /rest-api/register/{registrationId}/waiting', {
    refreshes: [TRACK],
    saved: t('moved'),
    failed: problemText,
  })
  return ({ registrationPlayerId }: RegistrationEntry, target: MoveTarget) =>
    void save({
      registrationId,
      body: { registrationPlayerId, ...('before' in target ? { before: target.before.registrationPlayerId } : target) },
    })
}

type PagesProps = {
  cursors: readonly string[]
  setCursors: (turned: readonly string[]) => void
  next: string | null
  busy: boolean
}
/** Buttons for the previous and next page, if there is more than one. */
function Pages({ cursors, setCursors, next, busy }: PagesProps) {
  const t = useTexts('registrations', english)
  const isFirst = cursors.length === 0
  if (next === null && isFirst) return null
  return (
    <div className={styles.buttons}>
      <Button onClick={() => setCursors(cursors.slice(0, -1))} {...(isFirst && { disabledReason: t('firstPage') })}>
        {t('newer')}
      </Button>
      <Button
        busy={busy}
        onClick={() => next !== null && setCursors([...cursors, next])}
        {...(next === null && { disabledReason: t('lastPage') })}
      >
        {t('older')}
      </Button>
    </div>
  )
}

type MoveTarget = { before: RegistrationEntry } | { place: number }
/** Where a waiting player can be moved: before the one above on this page, or to the front of the whole list. */
function findMoves(entries: readonly RegistrationEntry[], entry: RegistrationEntry, page: number) {
  const waitingEntries = entries.filter(({ waits }) => waits)
  const index = waitingEntries.indexOf(entry)
  const previousEntry = waitingEntries[index - 1]
  const moves: ['moveFirst' | 'moveUp', MoveTarget][] = []
  if (previousEntry) moves.push(['moveUp', { before: previousEntry }])
  if (entry.waits && (index > 1 || page > 0)) moves.push(['moveFirst', { place: 1 }])
  return moves
}
