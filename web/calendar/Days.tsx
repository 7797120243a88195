import { type ReactNode, useEffect, useRef, useState } from 'react'
import { daysOf } from '#shared/rules/eventDays.ts'
import { type Day, isContinued } from '../events/byDay.ts'
import type { EventGroup } from '../events/groupByEvent.ts'
import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { dayText } from '../kit/format.ts'
import { CalendarIcon } from '../kit/icons.tsx'
import { EmptyState } from '../kit/States.tsx'
import styles from './Month.module.css'
import { type Month, monthTitle } from './MonthFrame.tsx'
import { shiftMonth } from '../events/months.ts'
import texts from './texts.en.json'

type Props = Pick<Month, 'month' | 'today' | 'goToNext' | 'requestedDay' | 'onShown'> & {
  days: Day<EventGroup>[]
  /** Shown if there are no events. */
  emptyHint: string
  /** The month has further pages that are not loaded. */
  isMore?: boolean
  /** `since`: says when the event began, if that was on an earlier day. */
  children: (group: EventGroup, since: string | undefined) => ReactNode
}

/**
 * The days of a month that have events. In the current month they start today, plus a late evening still in progress; earlier
 * days are shown on request.
 */
export function Days({
  days,
  month,
  today,
  goToNext,
  requestedDay,
  onShown,
  emptyHint,
  isMore = false,
  children,
}: Props) {
  const t = useTexts('calendar', texts)
  const now = useNow()
  const [isAllShown, setAllShown] = useState(false)
  // While the requested month is loading, the previous one is still shown.
  const scrollDay = requestedDay?.startsWith(month) ? requestedDay : undefined
  if (scrollDay !== undefined && scrollDay < today && !isAllShown) setAllShown(true)
  const listRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (scrollDay === undefined) return
    const headings = [...(listRef.current?.querySelectorAll('h3') ?? [])]
    // Scrolls there; focus stays on the button.
    headings.find(({ id }) => id >= `day-${scrollDay}`)?.scrollIntoView({ block: 'start' })
    onShown()
  }, [scrollDay, onShown])
  const isThisMonth = month === today.slice(0, 7)
  // Past midnight, a late evening is still on the day before only.
  const isInProgress = ({ event }: EventGroup) =>
    Date.parse(event.end) > Date.parse(now) && (daysOf(event).at(-1) ?? '') < today
  const shownDays =
    isAllShown || !isThisMonth ? days : days.filter(({ day, events }) => day >= today || events.some(isInProgress))
  const earlierCount = days.length - shownDays.length
  const nextMonth = shiftMonth(month, 1)
  const sinceText = (event: EventGroup['event'], day: string) =>
    isContinued(event, day) ? t('since', { day: dayText(event.start, event.timezone) }) : undefined
  return (
    <div ref={listRef} className={styles.list}>
      {earlierCount > 0 && (
        <Button onClick={() => setAllShown(true)}>{t('showEarlier', { count: earlierCount })}</Button>
      )}
      {shownDays.length === 0 && !isMore && (
        <EmptyState
          title={t(earlierCount > 0 ? 'nothingMore' : 'empty', { month: monthTitle(month) })}
          hint={emptyHint}
          icon={<CalendarIcon size={32} />}
        >
          <Button onClick={() => goToNext(nextMonth)}>{t('goTo', { month: monthTitle(nextMonth) })}</Button>
        </EmptyState>
      )}
      {shownDays.map(({ day, events }) => (
        <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`}>
            {dayText(`${day}T12:00:00Z`, 'UTC')}
            {day === today && <span className={styles.today}>{t('today')}</span>}
          </h3>
          <ul className={styles.events}>
            {events.map((group) => (
              <li key={group.event.id}>{children(group, sinceText(group.event, day))}</li>
            ))}
          </ul>
        </section>
      ))}
      {shownDays.length > 0 && !isMore && (
        <p className={styles.onward}>
          <Button
            wide
            onClick={() => {
              goToNext(nextMonth)
              // Show the next month from its start, not at the current scroll position.
              window.scrollTo(0, 0)
            }}
          >
            {t('goTo', { month: monthTitle(nextMonth) })}
          </Button>
        </p>
      )}
    </div>
  )
}
