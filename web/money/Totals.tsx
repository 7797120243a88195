import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { Chart } from '../kit/Chart.tsx'
import { moneyText, monthText } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Payments.module.css'
import english from './texts.en.json'

/** What is due, received and overdue; with a history by month once there is one. */
export function Totals({ orgUnitId }: { orgUnitId: string }) {
  const t = useTexts('money', english)
  const read = useApi('GET /rest-api/fee/totals/{orgUnitId}', { orgUnitId }, { handles: ['failures'] })
  return (
    <Loaded
      read={read}
      skeleton={
        <Skeletons label={t('loadingTotals')}>
          <div className={styles.overview}>
            <Skeleton height="84px" />
            <Skeleton height="calc(109px + var(--chart-height, 240px))" />
          </div>
        </Skeletons>
      }
      failed={t('totalsFailed')}
    >
      {({ totals, months }) => (
        <div className={styles.overview}>
          <dl className={styles.totals}>
            <Total label={t('totalDue')} cents={totals.dueInCents} />
            <Total label={t('totalPaid')} cents={totals.paidInCents} />
            {totals.comingInCents > 0 && <Total label={t('underWay')} cents={totals.comingInCents} />}
            <Total label={t('totalLate')} cents={totals.lateInCents} late={totals.lateInCents > 0} />
          </dl>
          {months.length > 1 && (
            <Card>
              <Chart
                kind="stacked"
                label={t('byMonth')}
                head={t('month')}
                rows={months.map(
                  ({ month, paidInCents: paid, dueInCents, lateInCents: late, comingInCents: coming }) => ({
                    name: toMonthText(month),
                    values: { paid, coming, due: dueInCents - late - coming, late },
                  }),
                )}
                series={[
                  { key: 'paid', label: t('totalPaid'), color: 'success' },
                  ...(totals.comingInCents > 0
                    ? [{ key: 'coming', label: t('underWay'), color: 'secondary' } as const]
                    : []),
                  { key: 'due', label: t('notYetDue') },
                  { key: 'late', label: t('totalLate'), color: 'danger' },
                ]}
                format={(cents) => moneyText(cents)}
              />
            </Card>
          )}
        </div>
      )}
    </Loaded>
  )
}

function Total({ label, cents, late }: { label: string; cents: number; late?: boolean }) {
  return (
    <div className={late ? styles.late : undefined}>
      <dt>{label}</dt>
      <dd>{moneyText(cents)}</dd>
    </div>
  )
}

function toMonthText(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthText(year, number)
}
