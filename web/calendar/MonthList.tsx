import { useEffect, useRef } from 'react'
import { useProblemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { CalendarIcon } from '../kit/icons.tsx'
import { EmptyState, ErrorState } from '../kit/States.tsx'
import { dayText, monthText } from '../kit/format.ts'
import type { Day } from '../events/byDay.ts'
import { DaysSkeleton } from './DaysSkeleton.tsx'
import type { CalendarEvent } from '../events/eventTypes.ts'
import { ListedEvent } from './ListedEvent.tsx'
import styles from './Month.module.css'
import { numberOf, shifted, yearOf } from './months.ts'
import texts from './texts.en.json'
import { useIsCoach } from './useIsCoach.ts'
import { useMonth } from './useMonth.ts'

type Props = {
  teamId: string
  month: string
  /** The reader's day. */
  today: string
  /** How often the reader asked for today; a new wish brings it into view. */
  toToday: number
  onGo: (month: string) => void
}

/** The days of a month that have events. */
export function MonthList({ teamId, month, today, toToday, onGo }: Props) {
  const t = useTexts('calendar', texts)
  const sayProblem = useProblemText()
  const { days, error, isValidating, mutate, more, reading } = useMonth(teamId, month)
  const title = (of: string) => monthText(yearOf(of), numberOf(of))
  const next = shifted(month, 1)
  return (
    <>
      {error && (
        <ErrorState
          title={t('loadFailed', { month: title(month) })}
          hint={sayProblem(error)}
          retryLabel={t('retry')}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      )}
      {!days && !error && <DaysSkeleton label={t('loading')} />}
      {days?.length === 0 && !more && (
        <EmptyState title={t('empty', { month: title(month) })} hint={t('emptyHint')} icon={<CalendarIcon size={32} />}>
          <Button onClick={() => onGo(next)}>{t('goTo', { month: title(next) })}</Button>
        </EmptyState>
      )}
      {days && <Days days={days} today={today} toToday={toToday} teamId={teamId} />}
      {reading === 'failed' && <p role="alert">{t('moreFailed', { month: title(month) })}</p>}
      {more && (
        <Button wide busy={reading === 'yes'} onClick={more}>
          {reading === 'failed' ? t('retry') : t('showMore')}
        </Button>
      )}
    </>
  )
}

type DaysProps = { days: Day<CalendarEvent>[]; teamId: string } & Pick<Props, 'today' | 'toToday'>

function Days({ days, today, toToday, teamId }: DaysProps) {
  const t = useTexts('calendar', texts)
  const coach = useIsCoach(teamId)
  const first = days.find(({ day }) => day >= today)?.day
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (toToday === 0) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [toToday])
  return days.map(({ day, events }) => (
    <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
      <h3 id={`day-${day}`} ref={day === first ? heading : undefined} tabIndex={day === first ? -1 : undefined}>
        {/* Every event of the day is on it where it is held, so any of them can say its name. */}
        {events[0] && dayText(events[0].start, events[0].timezone)}
        {day === today && <span className={styles.today}>{t('today')}</span>}
      </h3>
      <ul className={styles.events}>
        {events.map((event) => (
          <li key={event.id}>
            <ListedEvent event={event} coach={coach} />
          </li>
        ))}
      </ul>
    </section>
  ))
}
