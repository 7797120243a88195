import { type AnswerOf, callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Chart } from '../kit/Chart.tsx'
import { FileButton } from '../kit/FileButton.tsx'
import { numberText } from '../kit/format.ts'
import type { Column } from '../kit/Table.tsx'
import { useSportTexts } from '../sports/useSportTexts.ts'
import { useApiPages } from '../api/useApiPages.ts'
import { ClubTable } from './ClubTable.tsx'
import styles from './Staff.module.css'
import { ReportLinks, salesRoles, StaffScreen } from './StaffScreen.tsx'
import english from './texts.en.json'

const LIST = 'GET /rest-api/report/organization-subscriptions'
type Club = AnswerOf<typeof LIST>['clubs'][number]

/** Licensed and used teams of each club. */
export default function SubscriptionsReportScreen() {
  const t = useTexts('staff', english)
  return (
    <StaffScreen title={t('subscriptions')} roles={salesRoles}>
      <ReportLinks />
      <Clubs />
    </StaffScreen>
  )
}

/** As many as the chart shows without overlapping labels. */
const maxBars = 12

function Clubs() {
  const t = useTexts('staff', english)
  const { sportText } = useSportTexts()
  const read = useApiPages(LIST, { query: {} }, { handles: ['failures'] })
  const countColumn = (key: 'given' | 'used'): Column<Club> => ({
    key,
    head: t(key),
    width: '9em',
    cell: (club) => numberText(club[key]),
    sort: (first, second) => first[key] - second[key],
  })
  const columns: Column<Club>[] = [
    { key: 'name', head: t('club'), width: 'minmax(0, 1.6fr)', cell: ({ name }) => name },
    { key: 'sport', head: t('sport'), width: 'minmax(0, 1fr)', cell: ({ sport }) => sportText(sport) },
    countColumn('given'),
    countColumn('used'),
  ]
  return (
    <ClubTable
      label={t('subscriptions')}
      read={read}
      columns={columns}
      noneHint={t('noClubsYet')}
      renderAbove={(clubs) => (
        <>
          <Chart
            kind="stacked"
            label={t('largestClubs')}
            head={t('club')}
            rows={clubs
              .toSorted((first, second) => second.used - first.used)
              .slice(0, maxBars)
              .map(({ name, given, used }) => ({ name, values: { used, free: Math.max(0, given - used) } }))}
            series={[
              { key: 'used', label: t('used') },
              { key: 'free', label: t('free') },
            ]}
            format={numberText}
          />
          <div className={styles.tools}>
            <FileButton
              label={t('exportReport')}
              read={() => callApi('GET /rest-api/report/organization-subscriptions/csv', {})}
            />
          </div>
        </>
      )}
    />
  )
}
