import { type AnswerOf } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Chart } from '../kit/Chart.tsx'
import { moneyText, numberText, sizeText } from '../kit/format.ts'
import { LoadMore } from '../kit/Paging.tsx'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useApiPages } from '../useApiPages.ts'
import styles from './Staff.module.css'
import { ReportLinks, sales, StaffScreen } from './StaffScreen.tsx'
import english from './texts.en.json'
import { Rows } from './UsersScreen.tsx'

const LIST = 'GET /rest-api/report/costs'
type Club = AnswerOf<typeof LIST>['clubs'][number]

/** What each club has used this month and what that cost, beside what it pays. */
export default function CostsScreen() {
  const t = useTexts('staff', english)
  return (
    <StaffScreen title={t('costs')} roles={sales}>
      <ReportLinks />
      <Costs />
    </StaffScreen>
  )
}

/** As many as a picture shows without its names running into each other. */
const mostDrawn = 12
/** Less than a cent is said, too. */
const costText = (cents: number) => (cents > 0 && cents < 1 ? '< $0.01' : moneyText(Math.round(cents)))

function Costs() {
  const t = useTexts('staff', english)
  const read = useApiPages(LIST, { query: {} }, { handles: ['failures'] })
  const column = (key: keyof Club['usage'], text: (value: number) => string): Column<Club> => ({
    key,
    head: t(`used_${key}`),
    width: '7em',
    cell: ({ usage }) => text(usage[key]),
    sort: (one, other) => one.usage[key] - other.usage[key],
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
      sort: (one, other) => one.costCents - other.costCents,
    },
    {
      key: 'pays',
      head: t('pays'),
      width: '7em',
      cell: ({ paysCents }) => moneyText(paysCents),
      sort: (one, other) => one.paysCents - other.paysCents,
    },
  ]
  return (
    <Loaded
      read={read}
      failed={t('reportFailed')}
      skeleton={<Rows />}
      empty={{
        when: (pages) => pages.every(({ clubs }) => clubs.length === 0),
        show: <EmptyState title={t('noClubsFound')} hint={t('noClubsYet')} />,
      }}
    >
      {(pages) => {
        const clubs = pages.flatMap((each) => each.clubs)
        const dearest = clubs.toSorted((one, other) => other.costCents - one.costCents).slice(0, mostDrawn)
        return (
          <>
            <p className={styles.hint}>{t('costsOf', { month: pages[0]?.month ?? '' })}</p>
            <Chart
              kind="bar"
              label={t('dearestClubs')}
              head={t('club')}
              rows={dearest.map(({ name, costCents, paysCents }) => ({
                name,
                values: { cost: costCents, pays: paysCents },
              }))}
              series={[
                { key: 'cost', label: t('cost') },
                { key: 'pays', label: t('pays') },
              ]}
              format={costText}
            />
            <Table
              label={t('costs')}
              rows={clubs}
              columns={columns}
              keyOf={({ id }) => id}
              nameOf={({ name }) => name}
              to={({ id }) => paths.staffClub({ orgId: id })}
            />
            {read.more && <LoadMore shown={clubs.length} busy={read.readingMore} load={read.more} />}
          </>
        )
      }}
    </Loaded>
  )
}
