import { type AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Chart } from '../kit/Chart.tsx'
import { moneyText, monthText, numberText, sizeText } from '../kit/format.ts'
import type { Column } from '../kit/Table.tsx'
import { useApiPages } from '../api/useApiPages.ts'
import { ClubTable } from './ClubTable.tsx'
import styles from './Staff.module.css'
import { ReportLinks, salesRoles, StaffScreen } from './StaffScreen.tsx'
import english from './texts.en.json'

const LIST = 'GET /rest-api/report/costs'
type Club = AnswerOf<typeof LIST>['clubs'][number]

/** Each club's usage and cost this month, compared with what it pays. */
export default function CostsScreen() {
  const t = useTexts('staff', english)
  return (
    <StaffScreen title={t('costs')} roles={salesRoles}>
      <ReportLinks />
      <Costs />
    </StaffScreen>
  )
}

/** As many as the chart shows without overlapping labels. */
const maxBars = 12
/** Less than a few cents would not be visible. */
const isVisibleInChart = ({ costCents, paysCents }: Club) => costCents >= 5 || paysCents >= 5
const toMonthName = (month = '') => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return month === '' ? '' : monthText(year, number)
}
/** Amounts below a cent are shown as such. */
const costText = (cents: number) => (cents > 0 && cents < 1 ? `< ${moneyText(1)}` : moneyText(Math.round(cents)))

function Costs() {
  const t = useTexts('staff', english)
  const read = useApiPages(LIST, { query: {} }, { handles: ['failures'] })
  const column = (key: keyof Club['usage'], text: (value: number) => string): Column<Club> => ({
    key,
    head: t(`used_${key}`),
    width: '7em',
    cell: ({ usage }) => text(usage[key]),
    sort: (first, second) => first.usage[key] - second.usage[key],
    priority: 'low',
  })
  const columns: Column<Club>[] = [
    { key: 'name', head: t('club'), width: 'minmax(0, 1.6fr)', cell: ({ name }) => name },
    column('requests', numberText),
    column('mails', numberText),
    column('bytes', sizeText),
    {
      key: 'cost',
      head: t('cost'),
      width: '7em',
      cell: ({ costCents }) => costText(costCents),
      sort: (first, second) => first.costCents - second.costCents,
    },
    {
      key: 'pays',
      head: t('pays'),
      width: '7em',
      cell: ({ paysCents }) => moneyText(paysCents),
      sort: (first, second) => first.paysCents - second.paysCents,
    },
  ]
  return (
    <ClubTable
      label={t('costs')}
      read={read}
      columns={columns}
      noneHint={t('noClubsYet')}
      renderAbove={(clubs, firstPage) => (
        <>
          <p className={styles.hint}>{t('costsOf', { month: toMonthName(firstPage?.month) })}</p>
          {clubs.some(isVisibleInChart) && (
            <Chart
              kind="bar"
              label={t('dearestClubs')}
              head={t('club')}
              rows={clubs
                .toSorted((first, second) => second.costCents - first.costCents)
                .slice(0, maxBars)
                .map(({ name, costCents, paysCents }) => ({ name, values: { cost: costCents, pays: paysCents } }))}
              series={[
                { key: 'cost', label: t('cost') },
                { key: 'pays', label: t('pays') },
              ]}
              format={costText}
            />
          )}
        </>
      )}
    />
  )
}
