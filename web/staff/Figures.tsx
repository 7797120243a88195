import type { ReactNode } from 'react'
import type { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Segmented } from '../kit/Radios.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import styles from './Staff.module.css'
import english from './texts.en.json'
import { Rows } from './UsersScreen.tsx'

type Span = 'week' | 'month' | 'year'
type Props<Chosen extends Span, Figures> = {
  spans: readonly Chosen[]
  show: Chosen
  choose: (next: Chosen) => void
  read: Pick<ReturnType<typeof useApi>, 'error' | 'isValidating' | 'mutate'> & { data?: Figures | undefined }
  none: { title: string; hint: string }
  children: (figures: Figures) => ReactNode
}

/** A report of daily figures over the chosen time span. */
export function Figures<Chosen extends Span, Found extends { days: readonly unknown[] }>(props: Props<Chosen, Found>) {
  const { spans, show, choose, read, none, children } = props
  const t = useTexts('staff', english)
  return (
    <>
      <Segmented
        label={t('span')}
        labelHidden
        value={show}
        onChange={(next) => next && choose(next)}
        options={spans.map((value) => ({ value, label: t(value) }))}
      />
      <Loaded
        read={read}
        failed={t('reportFailed')}
        skeleton={<Rows />}
        empty={{ when: ({ days }) => days.length === 0, show: <EmptyState {...none} /> }}
      >
        {(figures) => <div className={styles.charts}>{children(figures)}</div>}
      </Loaded>
    </>
  )
}
