import { organizationOf } from '#shared/ids.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Chart } from '../kit/Chart.tsx'
import { monthText, sizeText } from '../kit/format.ts'
import { useSelected } from '../shell/useSelection.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Recordings.module.css'
import english from './texts.en.json'

/** A club's storage for recordings over the last months, which is billed by the gigabyte; for those who run the club. */
export function Usage() {
  const t = useTexts('recordings', english)
  const { selection, playersAndTeams } = useSelected()
  const [firstClub] = playersAndTeams.data?.organizations ?? []
  const orgId = typeof selection === 'object' ? organizationOf(selection.orgId) : firstClub?.id
  const canViewUsage = useWhyCannot()({ anyOf: ['canEditTeam', 'canEditBilling'] }, orgId) === undefined
  const { data } = useApi('GET /rest-api/recordings/usage/{orgId}', orgId && canViewUsage ? { orgId } : undefined, {
    handles: ['failures', 'not_allowed'],
  })
  const { data: prices } = useApi('GET /rest-api/payments/connect/storage/prices', data ? {} : undefined, {
    handles: ['failures', 'not_allowed'],
  })
  if (!data || data.months.every(({ bytes }) => bytes === 0)) return null
  const months = data.months.toReversed()
  const currentBytes = data.months[0]?.bytes ?? 0
  return (
    <section className={styles.group} aria-label={t('usage')}>
      <h2 className={styles.groupHead}>{t('usage')}</h2>
      <p className={styles.muted}>
        {t('usageNow', { size: sizeText(currentBytes) })}
        {prices && ` ${t('usagePrice', { price: `$${Number(prices.data.unitAmountDecimal) / 100}` })}`}
      </p>
      <Chart
        kind="bar"
        label={t('usage')}
        head={t('month')}
        rows={months.map(({ month, bytes }) => ({ name: toMonthText(month), values: { bytes } }))}
        series={[{ key: 'bytes', label: t('kept') }]}
        format={(bytes) => sizeText(bytes)}
      />
    </section>
  )
}

const toMonthText = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return monthText(year, number)
}
