import { useParams } from 'react-router-dom'
import { csvHead, csvLine } from '#shared/rules/csv.ts'
import { dayIn } from '#shared/rules/days.ts'
import { byName, fullName } from '#shared/rules/names.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Chart } from '../kit/Chart.tsx'
import { FileButton } from '../kit/FileButton.tsx'
import { dateText, numberText, percentText, readerZone } from '../kit/format.ts'
import { EmptyState } from '../kit/States.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { DaysSkeleton } from './DaysSkeleton.tsx'
import texts from './texts.en.json'
import { useYear } from '../events/useYear.ts'

const SEASON = 'GET /rest-api/attendance/season/{orgUnitId}'
/** The most players that fit side by side in a chart on a phone. */
const maxInChart = 12
const attendanceRate = ({ came, late, missed }: { came: number; late: number; missed: number }) =>
  came + late + missed === 0 ? undefined : (came + late) / (came + late + missed)
const rateText = (counts: Parameters<typeof attendanceRate>[0]) => {
  const rate = attendanceRate(counts)
  return rate === undefined ? '–' : percentText(rate)
}

/** The attendance of a team's players, or of those at club events, over the last year. */
export default function AttendanceScreen() {
  const t = useTexts('calendar', texts)
  const { orgId = '', teamId } = useParams()
  const query = useYear()
  const orgUnitId = teamId ?? orgId
  const read = useApi(SEASON, { orgUnitId, query }, { handles: ['failures'] })
  const series = [
    { key: 'came', label: t('presence_came'), color: 'success' },
    { key: 'late', label: t('presence_late'), color: 'warning' },
    { key: 'missed', label: t('presence_missed'), color: 'danger' },
  ] as const
  type Row = AnswerOf<typeof SEASON>['players'][number]
  const count = (key: 'came' | 'late' | 'missed'): Column<Row> => ({
    key,
    head: t(`presence_${key}`),
    cell: (row) => numberText(row[key]),
    sort: (one, other) => one[key] - other[key],
    align: 'end',
  })
  const columns: Column<Row>[] = [
    { key: 'name', head: t('player'), cell: fullName, sort: byName, width: 'minmax(12ch, 2fr)' },
    count('came'),
    count('late'),
    count('missed'),
    {
      key: 'there',
      head: t('there'),
      cell: rateText,
      sort: (one, other) => (attendanceRate(one) ?? -1) - (attendanceRate(other) ?? -1),
      align: 'end',
    },
  ]
  /** Exports the table, all of whose rows are loaded, as CSV. */
  function toCsv(players: readonly Row[]): File {
    const headings = [...columns.slice(0, -1).map(({ head }) => head), `${t('there')} %`]
    const lines = players.map((row) => {
      const rate = attendanceRate(row)
      return csvLine([fullName(row), row.came, row.late, row.missed, rate === undefined ? '' : Math.round(100 * rate)])
    })
    const [from, to] = [query.start, new Date().toISOString()].map((instant) => dayIn(instant, readerZone()))
    const name = `${t('attendance')}-${from}-${to}.csv`
    return new File([csvHead(headings), ...lines], name, { type: 'text/csv' })
  }
  return (
    <Screen title={t('attendance')}>
      <Loaded
        read={read}
        skeleton={<DaysSkeleton label={t('loading')} />}
        failed={t('attendanceFailed')}
        empty={{
          when: ({ events }) => events.length === 0,
          show: <EmptyState title={t('noAttendance')} hint={t('noAttendanceHint')} />,
        }}
      >
        {({ events, players }) => (
          <>
            <Chart
              kind="stacked"
              label={t('lastEvents')}
              head={t('event')}
              rows={events.slice(-maxInChart).map(({ start, timezone, came, late, missed }) => ({
                name: dateText(start, timezone),
                values: { came, late, missed },
              }))}
              series={series}
              format={(value) => numberText(value)}
            />
            <div>
              <FileButton label={t('saveCsv')} read={() => Promise.resolve(toCsv(players))} />
            </div>
            <Table label={t('attendance')} rows={players} keyOf={({ id }) => id} nameOf={fullName} columns={columns} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}
