import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { refreshInterval } from '../events/eventCache.ts'
import { classes } from '../kit/classes.ts'
import { useTexts } from '../i18n.ts'
import { Button, IconButton } from '../kit/Button.tsx'
import { monthText } from '../kit/format.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '../kit/icons.tsx'
import { Screen } from '../shell/Screen.tsx'
import styles from './Month.module.css'
import { monthIn, numberOf, readerDay, shiftMonth, yearOf } from '../events/months.ts'
import texts from './texts.en.json'

export type Month = {
  /** As `2026-11`. */
  month: string
  /** The reader's day. */
  today: string
  go: (month: string) => void
  /** For a button that is replaced along with its month: moves focus to the next month's heading. */
  goToNext: (month: string) => void
  /** The heading with the month's name. */
  heading: RefObject<HTMLHeadingElement | null>
  /** `without`: a search parameter to remove from the address. */
  showDay: (day: string, without?: string) => void
  /** The day the reader wants to see, until it has been scrolled into view. */
  requestedDay: string | undefined
  onShown: () => void
}

/** The month in the address, else the current one. It is in the address so that Back returns to it. */
export function useMonthInAddress(): Month {
  const [search, setSearch] = useSearchParams()
  const [requestedDay, setRequestedDay] = useState<string>()
  const [today, setToday] = useState(readerDay)
  useEffect(() => {
    // Follows midnight.
    const timer = setInterval(() => setToday(readerDay()), refreshInterval)
    return () => clearInterval(timer)
  }, [])
  // Other parameters stay: related events, and the view.
  const go = useCallback(
    (target: string, removedParam?: string) => {
      const next = new URLSearchParams(search)
      if (target === readerDay().slice(0, 7)) next.delete('month')
      else next.set('month', target)
      if (removedParam !== undefined) next.delete(removedParam)
      // If nothing changes, do not add a history entry.
      setSearch(next, { replace: String(next) === String(search) })
    },
    [search, setSearch],
  )
  const showDay = (day: string, without?: string) => {
    setToday(readerDay())
    go(day.slice(0, 7), without)
    setRequestedDay(day)
  }
  const onShown = useCallback(() => setRequestedDay(undefined), [])
  const month = monthIn(search.get('month'), today.slice(0, 7))
  const heading = useRef<HTMLHeadingElement>(null)
  const awaitedMonth = useRef<string>(undefined)
  const goToNext = (target: string) => {
    awaitedMonth.current = target
    go(target)
  }
  useEffect(() => {
    if (awaitedMonth.current === month) heading.current?.focus({ preventScroll: true })
    awaitedMonth.current = undefined
  }, [month])
  return { month, today, go, goToNext, heading, showDay, requestedDay, onShown }
}

export const monthTitle = (month: string): string => monthText(yearOf(month), numberOf(month))

type Props = Month & {
  about?: ReactNode
  /** Shown next to the days on laptops, above them on phones. */
  beside?: ReactNode
  /** Further actions. */
  actions?: ReactNode
  /** The month grid takes the full width of a laptop. */
  wide?: boolean
  children: ReactNode
}

/** The frame of a calendar: its owner, the month with buttons to other months, and its days. */
export function MonthFrame({ month, go, heading, showDay, about, beside, actions, wide = false, children }: Props) {
  const t = useTexts('calendar', texts)
  const [previousMonth, nextMonth] = [shiftMonth(month, -1), shiftMonth(month, 1)]
  return (
    <Screen
      title={t('title')}
      actions={
        <>
          <Button onClick={() => showDay(readerDay())}>{t('goToToday')}</Button>
          {actions}
        </>
      }
    >
      {about && <div className={styles.about}>{about}</div>}
      <div className={classes(styles.columns, wide && styles.wide)}>
        <div className={styles.beside}>
          <div className={styles.head}>
            <IconButton
              label={t('previousMonth', { month: monthTitle(previousMonth) })}
              onClick={() => go(previousMonth)}
            >
              <ChevronLeftIcon />
            </IconButton>
            <h2 ref={heading} tabIndex={-1} className={styles.month} aria-live="polite">
              {monthTitle(month)}
            </h2>
            <IconButton label={t('nextMonth', { month: monthTitle(nextMonth) })} onClick={() => go(nextMonth)}>
              <ChevronRightIcon />
            </IconButton>
          </div>
          {beside}
        </div>
        <div className={styles.days}>{children}</div>
      </div>
    </Screen>
  )
}
