import { sumsByPeriod } from '#shared/rules/registrations/tracking.ts'
import { useApi } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { Card } from '../../kit/Card.tsx'
import { Chart } from '../../kit/Chart.tsx'
import { dateText, moneyText, numberText } from '../../kit/format.ts'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'

const TOTALS = 'GET /rest-api/registration/track/{registrationId}/totals'

/** Number of registrations and revenue: total, by day and by option. */
export function Totals({ registrationId }: { registrationId: string }) {
  const t = useTexts('registrations', english)
  const read = useApi(TOTALS, { registrationId }, { handles: ['failures'] })
  return (
    <Loaded
      read={read}
      skeleton={<RowSkeletons label={t('loading')} rows={2} height="64px" />}
      failed={t('totalsFailed')}
    >
      {({ registered, paying, waiting, priceInCents, days, options }) => {
        const { by, sums } = sumsByPeriod(days)
        const toPeriodName = (day: string) => (by === 'day' ? dateText(day) : t('weekOf', { day: dateText(day) }))
        return (
          <Card className={styles.part} aria-label={t('step_track')}>
            <dl className={styles.figures}>
              {(
                [
                  [t('REGISTERED'), numberText(registered)],
                  [t('PAYING'), numberText(paying)],
                  [t('WAITING'), numberText(waiting)],
                  [t('money'), moneyText(priceInCents)],
                ] as const
              ).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
            {days.length > 0 && (
              <>
                <div className={styles.charts}>
                  <Chart
                    kind="bar"
                    label={t(`chartPeople_${by}`)}
                    head={t(by)}
                    rows={sums.map(({ day, registered: count }) => ({ name: toPeriodName(day), values: { count } }))}
                    series={[{ key: 'count', label: t('REGISTERED') }]}
                    format={(value) => numberText(value)}
                  />
                  <Chart
                    kind="bar"
                    label={t(`chartMoney_${by}`)}
                    head={t(by)}
                    rows={sums.map(({ day, priceInCents: cents }) => ({ name: toPeriodName(day), values: { cents } }))}
                    series={[{ key: 'cents', label: t('money'), color: 'success' }]}
                    format={(value) => moneyText(value)}
                  />
                </div>
                <ul className={styles.list} aria-label={t('options')}>
                  {options.map(({ id, name, registered, places }) => (
                    <li key={id} className={styles.row}>
                      <span className={styles.what}>{name}</span>
                      <span className={styles.figure}>
                        {places === null ? registered : `${registered} / ${places}`}
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </Card>
        )
      }}
    </Loaded>
  )
}
