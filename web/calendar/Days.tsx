import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Day } from '../events/byDay.ts'
import type { EventGroup } from '../events/groupByEvent.ts'
import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { dayText } from '../kit/format.ts'
import { CalendarIcon } from '../kit/icons.tsx'
import { EmptyState } from '../kit/States.tsx'
import styles from './Month.module.css'
import { type Month, monthTitle } from './MonthFrame.tsx'
import { shifted } from '../events/months.ts'
import texts from './texts.en.json'

type Props = Pick<Month, 'month' | 'today' | 'goOn' | 'asked' | 'onShown'> & {
  days: Day<EventGroup>[]
  /** What would stand here. */
  emptyHint: string
  /** There is more of the month than has been read. */
  isMore?: boolean
  children: (group: EventGroup) => ReactNode
}

/**
 * The days of a month that have events; of the month that it is, from today on, with those on which something began that goes on still, as
 * a camp does, and those before when they are asked for.
 */
export function Days({ days, month, today, goOn, asked, onShown, emptyHint, isMore = false, children }: Props) {
  const t = useTexts('calendar', texts)
  const now = useNow()
  const [all, setAll] = useState(false)
  // The month before is still shown while the one that was asked for is on its way.
  const wanted = asked?.startsWith(month) ? asked : undefined
  if (wanted !== undefined && wanted < today && !all) setAll(true)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wanted === undefined) return
    const headings = [...(list.current?.querySelectorAll('h3') ?? [])]
    // Brought into view, and focus stays where it is: on the button.
    headings.find(({ id }) => id >= `day-${wanted}`)?.scrollIntoView({ block: 'start' })
    onShown()
  }, [wanted, onShown])
  const isThisMonth = month === today.slice(0, 7)
  const goesOn = ({ event }: EventGroup) => Date.parse(event.end) > Date.parse(now)
  const shown = all || !isThisMonth ? days : days.filter(({ day, events }) => day >= today || events.some(goesOn))
  const earlier = days.length - shown.length
  const next = shifted(month, 1)
  return (
    <div ref={list} className={styles.list}>
      {earlier > 0 && <Button onClick={() => setAll(true)}>{t('showEarlier', { count: earlier })}</Button>}
      {shown.length === 0 && !isMore && (
        <EmptyState
          title={t(earlier > 0 ? 'nothingMore' : 'empty', { month: monthTitle(month) })}
          hint={emptyHint}
          icon={<CalendarIcon size={32} />}
        >
          <Button onClick={() => goOn(next)}>{t('goTo', { month: monthTitle(next) })}</Button>
        </EmptyState>
      )}
      {shown.map(({ day, events }) => (
        <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`}>
            {/* Every event of the day is on it where it is held, so any of them can say its name. */}
            {events[0] && dayText(events[0].event.start, events[0].event.timezone)}
            {day === today && <span className={styles.today}>{t('today')}</span>}
          </h3>
          <ul className={styles.events}>
            {events.map((group) => (
              <li key={group.event.id}>{children(group)}</li>
            ))}
          </ul>
        </section>
      ))}
      {shown.length > 0 && !isMore && (
        <p className={styles.onward}>
          <Button
            wide
            onClick={() => {
              goOn(next)
              // The next one begins at its beginning, not where this one ended.
              window.scrollTo(0, 0)
            }}
          >
            {t('goTo', { month: monthTitle(next) })}
          </Button>
        </p>
      )}
    </div>
  )
}
