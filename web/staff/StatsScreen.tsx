import { useState } from 'react'
import type { Span } from '#shared/rules/staff.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Chart } from '../kit/Chart.tsx'
import { dateText, numberText } from '../kit/format.ts'
import { useSportTexts } from '../sports/useSportTexts.ts'
import { Figures } from './Figures.tsx'
import { ReportLinks, salesRoles, StaffScreen } from './StaffScreen.tsx'
import english from './texts.en.json'

const READ = 'GET /rest-api/report/stats'
const spans = ['week', 'month', 'year'] as const satisfies readonly Span[]
const chartKeys = ['people', 'clubs', 'teams'] as const

/** Growth of the product, counted daily. */
export default function StatsScreen() {
  const t = useTexts('staff', english)
  return (
    <StaffScreen title={t('stats')} roles={salesRoles}>
      <ReportLinks />
      <Stats />
    </StaffScreen>
  )
}

function Stats() {
  const t = useTexts('staff', english)
  const { sportText } = useSportTexts()
  const [span, setSpan] = useState<Span>('month')
  const read = useApi(READ, { query: { show: span } }, { handles: ['failures'] })
  return (
    <Figures {...{ spans, span, setSpan, read }} emptyTexts={{ title: t('noFigures'), hint: t('noFiguresHint') }}>
      {({ days, sports }) => (
        <>
          {chartKeys.map((key) => (
            <Chart
              key={key}
              kind="line"
              label={t(`figure_${key}`)}
              head={t('day')}
              rows={days.map((each) => ({ name: dateText(each.day), values: { [key]: each[key] } }))}
              series={[{ key, label: t(`figure_${key}`) }]}
              format={numberText}
            />
          ))}
          <Chart
            kind="bar"
            label={t('clubsBySport')}
            head={t('sport')}
            rows={sports.map(({ sport, clubs }) => ({ name: sportText(sport), values: { clubs } }))}
            series={[{ key: 'clubs', label: t('clubs') }]}
            format={numberText}
          />
        </>
      )}
    </Figures>
  )
}
