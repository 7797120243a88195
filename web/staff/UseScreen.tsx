import { useState } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Chart } from '../kit/Chart.tsx'
import { dateText, numberText } from '../kit/format.ts'
import type { ScreenRecord } from '../screenRecord.ts'
import { screens as records } from '../screens.ts'
import styles from './Staff.module.css'
import { Figures } from './Figures.tsx'
import { ReportLinks, StaffScreen, trackRoles } from './StaffScreen.tsx'
import english from './texts.en.json'

const spans = ['week', 'month'] as const
/** As many bars as can be read at a glance. */
const maxBars = 20

/** How often each screen is opened, by users who agreed to be counted. */
export default function UseScreen() {
  const t = useTexts('staff', english)
  return (
    <StaffScreen title={t('use')} roles={trackRoles}>
      <ReportLinks />
      <Use />
    </StaffScreen>
  )
}

function Use() {
  const t = useTexts('staff', english)
  const [span, setSpan] = useState<(typeof spans)[number]>('month')
  const read = useApi('GET /rest-api/report/use', { query: { show: span } }, { handles: ['failures'] })
  const series = [{ key: 'opened', label: t('openedScreens') }]
  return (
    <>
      <p className={styles.hint}>{t('useHint')}</p>
      <Figures {...{ spans, span, setSpan, read }} emptyTexts={{ title: t('noUse'), hint: t('noUseHint') }}>
        {({ days, screens }) => (
          <>
            <Chart
              kind="line"
              label={t('openedByDay')}
              head={t('day')}
              rows={days.map(({ day, opened }) => ({ name: dateText(day), values: { opened } }))}
              series={series}
              format={numberText}
            />
            <Chart
              kind="ranked"
              label={t('openedByScreen')}
              head={t('screenAddress')}
              rows={screens
                .map(({ screen, opened }) => ({ name: toScreenPath(screen) ?? '', values: { opened } }))
                .filter(({ name }) => name !== '')
                .slice(0, maxBars)}
              series={series}
              format={numberText}
            />
          </>
        )}
      </Figures>
    </>
  )
}

/** Undefined if it is no screen, or one that no longer exists. */
const toScreenPath = (screen: string): string | undefined =>
  (records as Readonly<Record<string, ScreenRecord>>)[screen]?.path
