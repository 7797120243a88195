import { useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { isId, organizationOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { type AnswerOf, callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { ButtonsOrMenu } from '../kit/ButtonsOrMenu.tsx'
import { FileButton } from '../kit/FileButton.tsx'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import type { MenuItem } from '../kit/MenuList.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { usePhone } from '../kit/useMediaQuery.ts'
import { useDebounced } from '../kit/useDebounced.ts'
import { paths } from '../paths.ts'
import { ListControls } from '../shell/ListControls.tsx'
import { isEmptyList, LoadedList } from '../shell/LoadedList.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useSearchState } from '../shell/useSearchState.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { useApiPages } from '../api/useApiPages.ts'
import { AutoReminders } from './AutoReminders.tsx'
import { ChargeDialog } from './ChargeDialog.tsx'
import { BulkActions } from './BulkActions.tsx'
import { FeeDialog } from './FeeDialog.tsx'
import { FilterBar, noFilters } from './FilterBar.tsx'
import { type Fee, FeeTable } from './FeeTable.tsx'
import styles from './Payments.module.css'
import english from './texts.en.json'
import { PayoutsDialog } from './PayoutsDialog.tsx'
import { Totals } from './Totals.tsx'

const SEARCH = 'GET /rest-api/fee/search/{orgUnitId}'
const feesOf = ({ fees }: AnswerOf<typeof SEARCH>) => fees

/** Fees of a team or club, for its treasurers. */
export default function PaymentsScreen() {
  const t = useTexts('money', english)
  const { orgId = '', teamId } = useParams()
  const orgUnitId = teamId ?? orgId
  const { coaching, playersAndTeams } = useSelected()
  const denialReason = useWhyCannot()('canEditFees', orgUnitId)
  const limitReason = useWhyLimited(orgId)
  const [isCharging, setCharging] = useState(false)
  if (playersAndTeams.data && !coaching) return <Navigate to={paths.myPayments()} replace />
  const chargeButton = (
    <Button kind="primary" onClick={() => setCharging(true)} disabledReason={limitReason}>
      {t('charge')}
    </Button>
  )
  return (
    <Screen title={t('payments')} actions={denialReason === undefined && chargeButton}>
      {denialReason === undefined ? (
        <Fees key={orgUnitId} orgUnitId={orgUnitId} />
      ) : (
        denialReason !== '' && <EmptyState title={t('notYours')} hint={denialReason} />
      )}
      <ChargeDialog orgUnitId={orgUnitId} opened={isCharging} close={() => setCharging(false)} />
    </Screen>
  )
}

function Fees({ orgUnitId }: { orgUnitId: string }) {
  const t = useTexts('money', english)
  const orgId = organizationOf(orgUnitId)
  const canEditProcessors = useWhyCannot()('canEditBilling', orgId) === undefined
  // A player's page links here with the player preselected.
  const player = useSearchParams()[0].get('player') ?? ''
  const [filters, setFilters] = useSearchState({ ...noFilters, playerId: isId('player', player) ? player : '' })
  const [shownFee, setShownFee] = useState<Fee>()
  const [isPayoutsOpen, setPayoutsOpen] = useState(false)
  const [isRemindersOpen, setRemindersOpen] = useState(false)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const isPhone = usePhone()
  const settledFilters = { ...filters, filter: useDebounced(filters.filter.trim()) }
  const query = Object.fromEntries(Object.entries(settledFilters).filter(([, value]) => value !== ''))
  const read = useApiPages(SEARCH, { orgUnitId, query }, { handles: ['failures'] })
  const firstFee = filters.playerId === '' ? undefined : read.data?.flatMap(({ fees }) => fees)[0]
  const isFiltered = Object.keys(query).length > 0
  const hasNoFees = !isFiltered && filters.filter === '' && isEmptyList(read, feesOf)
  const isClub = orgUnitId === orgId
  const setUp: MenuItem[] = [
    ...(isClub ? [{ label: t('autoReminders'), run: () => setRemindersOpen(true) }] : []),
    ...(canEditProcessors ? [{ label: t('processors'), to: paths.processors({ orgId }) }] : []),
  ]
  const more: MenuItem[] = [...(isClub ? [{ label: t('payouts'), run: () => setPayoutsOpen(true) }] : []), ...setUp]
  return (
    <div className={styles.page}>
      {!hasNoFees && <Totals orgUnitId={orgUnitId} />}
      <ListControls read={read} isBare={hasNoFees}>
        <FilterBar
          orgUnitId={orgUnitId}
          filters={filters}
          setFilters={setFilters}
          playerName={firstFee && fullName(firstFee.player)}
        >
          <FileButton
            label={t('exportCsv')}
            // Exports all matching fees, not only the loaded ones.
            read={() => callApi('GET /rest-api/fee/export/{orgUnitId}', { orgUnitId, query })}
          />
          <ButtonsOrMenu about={t('payments')} items={more} isMenu={isPhone} />
        </FilterBar>
      </ListControls>
      <LoadedList
        read={read}
        itemsOf={feesOf}
        skeleton={<RowSkeletons label={t('loading')} rows={5} />}
        failed={t('loadFailed')}
        empty={
          isFiltered ? (
            <EmptyState title={t('noneFound')} hint={t('noneFoundHint')}>
              <Button onClick={() => setFilters(noFilters)}>{t('showAll')}</Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('noFees')} hint={t('noFeesHint')}>
              {setUp.length > 0 && <ButtonsOrMenu about={t('payments')} items={setUp} isMenu={false} />}
            </EmptyState>
          )
        }
      >
        {(fees) => (
          // The bulk actions disappear after use: the focus stays at the list.
          <KeptFocus label={t('payments')} className={styles.page}>
            <FeeTable
              orgUnitId={orgUnitId}
              fees={fees}
              openFee={setShownFee}
              choice={{ chosen: chosenIds, choose: setChosenIds }}
            />
            <BulkActions chosen={fees.filter(({ feePlayerId }) => chosenIds.has(feePlayerId))} onDone={setChosenIds} />
          </KeptFocus>
        )}
      </LoadedList>
      <PayoutsDialog orgId={orgId} opened={isPayoutsOpen} close={() => setPayoutsOpen(false)} />
      <AutoReminders orgId={orgId} opened={isRemindersOpen} close={() => setRemindersOpen(false)} />
      <FeeDialog
        feePlayerId={shownFee?.feePlayerId}
        title={shownFee?.name ?? ''}
        close={() => setShownFee(undefined)}
      />
    </div>
  )
}
