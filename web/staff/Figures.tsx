import type { ReactNode } from 'react'
import type { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Segmented } from '../kit/Radios.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Staff.module.css'
import english from './texts.en.json'
import { ReportSkeleton } from './UsersScreen.tsx'

type Span = 'week' | 'month' | 'year'
type Props<Choice extends Span, Figures> = {
  spans: readonly Choice[]
  span: Choice
  setSpan: (next: Choice) => void
  read: Pick<ReturnType<typeof useApi>, 'error' | 'isValidating' | 'mutate'> & { data?: Figures | undefined }
  emptyTexts: { title: string; hint: string }
  children: (figures: Figures) => ReactNode
}

/** A report of daily figures over the chosen time span. */
export function Figures<Choice extends Span, Data extends { days: readonly unknown[] }>(props: Props<Choice, Data>) {
  const { spans, span, setSpan, read, emptyTexts, children } = props
  const t = useTexts('staff', english)
  return (
    <>
      <Segmented
        label={t('span')}
        labelHidden
        value={span}
        onChange={(next) => next && setSpan(next)}
        options={spans.map((value) => ({ value, label: t(value) }))}
      />
      <Loaded
        read={read}
        failed={t('reportFailed')}
        skeleton={<ReportSkeleton />}
        empty={{ when: ({ days }) => days.length === 0, show: <EmptyState {...emptyTexts} /> }}
      >
        {(figures) => <div className={styles.charts}>{children(figures)}</div>}
      </Loaded>
    </>
  )
}
