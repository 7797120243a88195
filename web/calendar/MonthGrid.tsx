import { Link } from '../kit/Link.tsx'
import { classes } from '../kit/classes.ts'
import { isContinued } from '../events/byDay.ts'
import type { Event } from '../events/eventTypes.ts'
import { useTexts } from '../i18n.ts'
import { dayText, firstWeekday, startText, weekdayText } from '../kit/format.ts'
import { usePhone } from '../kit/useMediaQuery.ts'
import { paths } from '../paths.ts'
import { monthTitle } from './MonthFrame.tsx'
import styles from './MonthGrid.module.css'
import { weeksOf } from '../events/months.ts'
import texts from './texts.en.json'

type Props = {
  month: string
  today: string
  /** The events of each day. */
  days: ReadonlyMap<string, readonly Event[]>
  showDay: (day: string) => void
  /** Shown as the main view: with event names on laptops, above the list of days on phones. */
  full?: boolean
}

/** The most events shown per day; the rest are behind a number. */
const maxPerDay = 3

/** The month as a grid: days with events are marked and lead to their list. */
export function MonthGrid({ month, today, days, showDay, full = false }: Props) {
  const t = useTexts('calendar', texts)
  const phone = usePhone()
  const weeks = weeksOf(month, firstWeekday())
  const isFull = full && !phone
  return (
    <table className={classes(styles.grid, full && styles.shown, isFull && styles.full)}>
      <caption className="visually-hidden">{monthTitle(month)}</caption>
      <thead>
        <tr>
          {weeks[1]?.map((day) => (
            <th key={day} scope="col">
              {weekdayText(`${day}T12:00:00Z`, 'UTC')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const events = day.startsWith(month) ? (days.get(day) ?? []) : []
              const number = Number(day.slice(8))
              const isOther = !day.startsWith(month)
              return (
                <td key={day} className={classes(isOther && styles.other, day === today && styles.today)}>
                  {events.length > 0 && !isFull ? (
                    <button
                      type="button"
                      aria-label={t('eventsOn', { count: events.length, day: dayText(`${day}T12:00:00Z`, 'UTC') })}
                      onClick={() => showDay(day)}
                    >
                      {number}
                      <span className={styles.dot} aria-hidden="true" />
                    </button>
                  ) : (
                    <span className={styles.number}>{number}</span>
                  )}
                  {isFull && events.length > 0 && <Events day={day} events={events} showAll={() => showDay(day)} />}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type EventsProps = { day: string; events: readonly Event[]; showAll: () => void }
function Events({ day, events, showAll }: EventsProps) {
  const t = useTexts('calendar', texts)
  const shown = events.slice(0, events.length > maxPerDay ? maxPerDay - 1 : maxPerDay)
  const more = events.length - shown.length
  return (
    <div className={styles.events}>
      {shown.map((event) => {
        const { id, name, start, timezone, eventType, cancelled } = event
        const text = isContinued(event, day) ? t('continued', { name }) : `${startText(start, timezone)} ${name}`
        return (
          <Link
            key={id}
            to={paths.event({ eventId: id })}
            title={text}
            className={cancelled && styles.off}
            style={{ borderColor: eventType.color }}
          >
            {text}
          </Link>
        )
      })}
      {more > 0 && (
        <button type="button" onClick={showAll}>
          {t('moreOnDay', { count: more })}
        </button>
      )}
    </div>
  )
}
