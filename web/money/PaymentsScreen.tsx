import { useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'
import { isId, organizationOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { FileButton } from '../kit/FileButton.tsx'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Menu } from '../kit/Menu.tsx'
import { LoadMore } from '../kit/Paging.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { usePhone } from '../kit/useMediaQuery.ts'
import { useSettled } from '../kit/useSettled.ts'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useKeptSearch } from '../shell/useKeptSearch.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import { useApiPages } from '../api/useApiPages.ts'
import { AutoReminders } from './AutoReminders.tsx'
import { ChargeDialog } from './ChargeDialog.tsx'
import { ChosenActions } from './ChosenActions.tsx'
import { FeeDialog } from './FeeDialog.tsx'
import { Filters, noFilters } from './Filters.tsx'
import { type Fee, FeeTable } from './FeeTable.tsx'
import styles from './Payments.module.css'
import english from './texts.en.json'
import { PayoutsDialog } from './PayoutsDialog.tsx'
import { Totals } from './Totals.tsx'

const SEARCH = 'GET /rest-api/fee/search/{orgUnitId}'

/** Fees of a team or club, for its treasurers. */
export default function PaymentsScreen() {
  const t = useTexts('money', english)
  const { orgId = '', teamId } = useParams()
  const orgUnitId = teamId ?? orgId
  const { coaching, playersAndTeams } = useSelected()
  const why = useWhyCannot()('canEditFees', orgUnitId)
  const limited = useWhyLimited(orgId)
  const [charging, charge] = useState(false)
  if (playersAndTeams.data && !coaching) return <Navigate to={paths.myPayments()} replace />
  const open = (
    <Button kind="primary" onClick={() => charge(true)} disabledReason={limited}>
      {t('charge')}
    </Button>
  )
  return (
    <Screen title={t('payments')} actions={why === undefined && open}>
      {why === undefined ? (
        <Fees key={orgUnitId} orgUnitId={orgUnitId} />
      ) : (
        why !== '' && <EmptyState title={t('notYours')} hint={why} />
      )}
      <ChargeDialog orgUnitId={orgUnitId} opened={charging} close={() => charge(false)} />
    </Screen>
  )
}

function Fees({ orgUnitId }: { orgUnitId: string }) {
  const t = useTexts('money', english)
  const orgId = organizationOf(orgUnitId)
  const mayConnect = useWhyCannot()('canEditBilling', orgId) === undefined
  // A player's page links here with the player preselected.
  const player = useSearchParams()[0].get('player') ?? ''
  const [wanted, want] = useKeptSearch({ ...noFilters, playerId: isId('player', player) ? player : '' })
  const [shown, show] = useState<Fee>()
  const [payouts, setPayouts] = useState(false)
  const [reminding, setReminding] = useState(false)
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const phone = usePhone()
  const asked = { ...wanted, filter: useSettled(wanted.filter.trim()) }
  const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ''))
  const read = useApiPages(SEARCH, { orgUnitId, query }, { handles: ['failures'] })
  const found = wanted.playerId === '' ? undefined : read.data?.flatMap(({ fees }) => fees)[0]
  const filtered = Object.keys(query).length > 0
  const isBare =
    !filtered && wanted.filter === '' && read.data?.every(({ fees }) => fees.length === 0) === true && !read.more
  const more: { label: string; run?: () => void; to?: string }[] = [
    ...(orgUnitId === orgId
      ? [
          { label: t('payouts'), run: () => setPayouts(true) },
          { label: t('autoReminders'), run: () => setReminding(true) },
        ]
      : []),
    ...(mayConnect ? [{ label: t('processors'), to: paths.processors({ orgId }) }] : []),
  ]
  return (
    <div className={styles.page}>
      {!isBare && <Totals orgUnitId={orgUnitId} />}
      <Filters
        orgUnitId={orgUnitId}
        wanted={wanted}
        want={want}
        whose={found && fullName(found.player)}
        isBare={isBare}
      >
        {!isBare && (
          <FileButton
            label={t('exportCsv')}
            // Exports all matching fees, not only the loaded ones.
            read={() => callApi('GET /rest-api/fee/export/{orgUnitId}', { orgUnitId, query })}
          />
        )}
        {phone && !isBare ? (
          <Menu about={t('payments')} items={more} />
        ) : (
          more.map(({ label, run, to }) =>
            to === undefined ? (
              <Button key={label} onClick={run}>
                {label}
              </Button>
            ) : (
              <ButtonLink key={label} to={to}>
                {label}
              </ButtonLink>
            ),
          )
        )}
      </Filters>
      <Loaded
        read={read}
        skeleton={<RowSkeletons label={t('loading')} rows={5} />}
        failed={t('loadFailed')}
        empty={{
          when: (pages) => pages.every(({ fees }) => fees.length === 0) && !read.more,
          show: filtered ? (
            <EmptyState title={t('noneFound')} hint={t('noneFoundHint')}>
              <Button onClick={() => want(noFilters)}>{t('showAll')}</Button>
            </EmptyState>
          ) : (
            <EmptyState title={t('noFees')} hint={t('noFeesHint')} />
          ),
        }}
      >
        {(pages) => {
          const fees = pages.flatMap((page) => page.fees)
          return (
            // The bulk actions disappear after use: the focus stays at the list.
            <KeptFocus label={t('payments')} className={styles.page}>
              <FeeTable orgUnitId={orgUnitId} fees={fees} open={show} choice={{ chosen, choose }} />
              <ChosenActions chosen={fees.filter(({ feePlayerId }) => chosen.has(feePlayerId))} done={choose} />
              {read.more && <LoadMore shown={fees.length} busy={read.readingMore} load={read.more} />}
            </KeptFocus>
          )
        }}
      </Loaded>
      <PayoutsDialog orgId={orgId} opened={payouts} close={() => setPayouts(false)} />
      <AutoReminders orgId={orgId} opened={reminding} close={() => setReminding(false)} />
      <FeeDialog feePlayerId={shown?.feePlayerId} title={shown?.name ?? ''} close={() => show(undefined)} />
    </div>
  )
}
