import { useId, useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { isSettled, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { dateText, listText, moneyText } from '../kit/format.ts'
import { ChevronRightIcon } from '../kit/icons.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { FeeDialog } from './FeeDialog.tsx'
import { StatusBadge } from './FeeTable.tsx'
import { PayOnline } from './PayOnline.tsx'
import styles from './Payments.module.css'
import { SavedCards } from './SavedCards.tsx'
import type { MyFee } from './answers.ts'
import english from './texts.en.json'

/** What a family owes, across children and clubs, and what it has paid. */
export default function MyPaymentsScreen() {
  const t = useTexts('money', english)
  const read = useApi('GET /rest-api/fee/my-fees', {}, { handles: ['failures'] })
  const cards = useApi('GET /rest-api/fee/cards', {}, { handles: ['failures'] })
  const [shownFee, setShownFee] = useState<MyFee>()
  const paidFees = read.data?.fees.filter(({ outstandingInCents }) => outstandingInCents === 0).toReversed() ?? []
  return (
    <Screen title={t('payments')} width="form">
      <Loaded
        read={read}
        skeleton={<RowSkeletons label={t('loading')} rows={5} />}
        failed={t('loadFailed')}
        empty={{
          when: ({ fees }) => fees.length === 0,
          show: <EmptyState title={t('nothingOwed')} hint={t('nothingOwedHint')} />,
        }}
      >
        {({ fees }) => {
          const owedFees = fees.filter(({ outstandingInCents }) => outstandingInCents > 0)
          const openFees = owedFees.filter(({ onItsWay }) => !onItsWay)
          const incomingFees = owedFees.filter(({ onItsWay }) => onItsWay)
          const sum = openFees.reduce((total, { outstandingInCents }) => total + outstandingInCents, 0)
          const lateFees = openFees.filter(({ status }) => status === 'LATE')
          const lateSum = lateFees.reduce((total, { outstandingInCents }) => total + outstandingInCents, 0)
          return (
            <div className={styles.page}>
              <dl className={styles.totals}>
                <div>
                  <dt>{t('youOwe')}</dt>
                  <dd>{moneyText(sum)}</dd>
                </div>
                <div className={lateSum > 0 ? styles.late : undefined}>
                  <dt>{t('totalLate')}</dt>
                  <dd>{moneyText(lateSum)}</dd>
                </div>
              </dl>
              <Credits fees={fees} />
              <PayOnline fees={openFees} />
              <FeeCards title={t('toPay')} fees={openFees} onShow={setShownFee} />
              <FeeCards title={t('underWay')} fees={incomingFees} onShow={setShownFee} />
            </div>
          )
        }}
      </Loaded>
      {/* Rendered only once everything above it is loaded, so that nothing shifts under a finger. */}
      {isSettled(read) && isSettled(cards) && (
        <>
          {/* Above the paid fees, so that a refused card is easy to find. */}
          <SavedCards />
          <SettledFees fees={paidFees} onShow={setShownFee} />
        </>
      )}
      <FeeDialog
        feePlayerId={shownFee?.feePlayerId}
        title={shownFee?.name ?? ''}
        close={() => setShownFee(undefined)}
        toPay={shownFee?.onItsWay === false}
        own
      />
    </Screen>
  )
}

/** What clubs owe the family, and from which fees. */
function Credits({ fees }: { fees: MyFee[] }) {
  const t = useTexts('money', english)
  const creditFees = fees.filter(({ creditInCents }) => creditInCents > 0)
  const clubs = new Map(creditFees.map(({ organization }) => [organization.id, organization.name]))
  return [...clubs].map(([id, club]) => {
    const clubFees = creditFees.filter(({ organization }) => organization.id === id)
    const sum = moneyText(clubFees.reduce((total, { creditInCents }) => total + creditInCents, 0))
    const feesText = listText(clubFees.map(({ name, player }) => `${name}, ${fullName(player)}`))
    return <Notice key={id}>{t('creditAt', { club, sum, fees: feesText })}</Notice>
  })
}

function FeeCards({ title, fees, onShow }: { title: string; fees: MyFee[]; onShow: (fee: MyFee) => void }) {
  const t = useTexts('money', english)
  const id = useId()
  if (fees.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.list}>
        {fees.map((fee) => (
          <Card as="li" key={fee.feePlayerId}>
            <div className={styles.row}>
              <span className={styles.what}>
                <span className={styles.name}>{fee.name}</span>
                <span>{fullName(fee.player)}</span>
                <span className={styles.muted}>
                  {fee.organization.name} · {t('dueOnDay', { day: dateText(fee.dueOn) })}
                </span>
              </span>
              <span className={styles.price}>
                {moneyText(fee.outstandingInCents > 0 ? fee.outstandingInCents : fee.amountInCents)}
                <StatusBadge {...fee} />
              </span>
            </div>
            <Button
              kind="quiet"
              flush
              aria-label={t('openFee', { fee: `${fullName(fee.player)}, ${fee.name}` })}
              onClick={() => onShow(fee)}
            >
              {t('show')}
            </Button>
            {fee.registrationId !== undefined && (
              <ButtonLink
                kind="quiet"
                flush
                to={paths.register({ registrationId: fee.registrationId })}
                aria-label={t('registrationOf', { fee: `${fullName(fee.player)}, ${fee.name}` })}
              >
                {t('openRegistration')}
              </ButtonLink>
            )}
          </Card>
        ))}
      </ul>
    </section>
  )
}

/** Fees of which nothing is owed, in short; a press opens the rest. The club is named only if there are several. */
function SettledFees({ fees, onShow }: { fees: MyFee[]; onShow: (fee: MyFee) => void }) {
  const t = useTexts('money', english)
  const id = useId()
  if (fees.length === 0) return null
  const hasClubs = fees.some(({ organization }) => organization.id !== fees[0]?.organization.id)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('done')}</h2>
      <ul className={styles.settled}>
        {fees.map((fee) => (
          <li key={fee.feePlayerId}>
            <button type="button" onClick={() => onShow(fee)}>
              <span className={styles.what}>
                <span>{fee.name}</span>
                <span className={styles.muted}>
                  {[
                    fullName(fee.player),
                    hasClubs && fee.organization.name,
                    t('dueOnDay', { day: dateText(fee.dueOn) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className={styles.price}>
                {moneyText(fee.amountInCents)}
                <StatusBadge {...fee} />
              </span>
              <ChevronRightIcon size={20} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
