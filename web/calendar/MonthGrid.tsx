import { classes } from '../kit/classes.ts'
import { useTexts } from '../i18n.ts'
import { dayText, firstWeekday, weekdayText } from '../kit/format.ts'
import styles from './MonthGrid.module.css'
import { monthTitle } from './MonthFrame.tsx'
import { weeksOf } from './months.ts'
import texts from './texts.en.json'

type Props = {
  month: string
  today: string
  /** How many events each day has. */
  counts: ReadonlyMap<string, number>
  showDay: (day: string) => void
}

/** The month at a glance, for laptops: which days have something, and the way to each of them. */
export function MonthGrid({ month, today, counts, showDay }: Props) {
  const t = useTexts('calendar', texts)
  const weeks = weeksOf(month, firstWeekday())
  return (
    <table className={styles.grid}>
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
              const count = counts.get(day) ?? 0
              const number = Number(day.slice(8))
              const isOther = !day.startsWith(month)
              return (
                <td key={day} className={classes(isOther && styles.other, day === today && styles.today)}>
                  {count > 0 && !isOther ? (
                    <button
                      type="button"
                      aria-label={t('eventsOn', { count, day: dayText(`${day}T12:00:00Z`, 'UTC') })}
                      onClick={() => showDay(day)}
                    >
                      {number}
                      <span className={styles.dot} aria-hidden="true" />
                    </button>
                  ) : (
                    <span>{number}</span>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
