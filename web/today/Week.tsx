import { useId } from 'react'
import { addDays } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { readerDay } from '../events/months.ts'
import { useTodayInput } from '../events/useTodayInput.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Card } from '../kit/Card.tsx'
import { Link } from '../kit/Link.tsx'
import { dayStartText, dayText, listText } from '../kit/format.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { paths } from '../paths.ts'
import texts from './texts.en.json'
import styles from './Week.module.css'

const WEEK = 'GET /rest-api/teams/week'
type Week = AnswerOf<typeof WEEK>

/**
 * The next seven days, for those who manage a club or coach a team. If it fails to load, the rest of Today is unaffected.
 * `shown`: events that have a card of their own above.
 */
export function Week({ shown }: { shown: readonly string[] }) {
  const t = useTexts('today', texts)
  const id = useId()
  const { startUtc } = useTodayInput().query
  const { data, error } = useApi(WEEK, { query: { startUtc } })
  if (!data && !error)
    return (
      <Skeletons label={t('loading')}>
        <Skeleton width="40%" height="24px" />
        <Skeleton height="96px" />
        <Skeleton height="96px" />
      </Skeletons>
    )
  if (!data || (data.teams === 0 && data.events.length === 0)) return null
  const events = data.events.filter(({ event }) => !shown.includes(event.id))
  const today = readerDay()
  // The server uses UTC days, so where days begin earlier it also returns the one that has just passed.
  const birthdays = data.birthdays
    .map((player) => ({ ...player, date: toNextBirthday(player.day, today) }))
    .filter(({ date }) => date <= addDays(today, 7))
  const isEmpty = data.events.length === 0
  if (!isEmpty && events.length + data.more + birthdays.length === 0) return null
  return (
    // Excluded from the stored snapshot: it names other families' children, and loads after the day.
    <section aria-labelledby={id} className={styles.week} data-passing>
      <h2 id={id}>{t('week')}</h2>
      {isEmpty && <p className={styles.muted}>{t('weekEmpty')}</p>}
      <ul className={styles.events} aria-label={t('weekEvents')}>
        {events.map((each) => (
          <UpcomingEvent key={each.event.id} {...each} />
        ))}
      </ul>
      {data.more > 0 && <p className={styles.muted}>{t('weekMore', { count: data.more })}</p>}
      {birthdays.length > 0 && (
        <Card aria-label={t('birthdays')} dense>
          <h3>{t('birthdays')}</h3>
          <ul className={styles.events}>
            {birthdays.map((player) => (
              <li key={player.id} className={styles.birthday}>
                <span>{fullName(player)}</span>
                <span className={styles.muted}>{dayText(`${player.date}T12:00:00Z`, 'UTC')}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

/**
 * The next date of a birthday, such as `2027-01-01` for `01-01` (around New Year it is in the next year). In a year without 29
 * February that birthday is on the 28th.
 */
function toNextBirthday(day: string, today: string): string {
  const [month = 1, date = 1] = day.split('-').map(Number)
  const year = Number(today.slice(0, 4)) + (day < today.slice(5) ? 1 : 0)
  const lastDate = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1, Math.min(date, lastDate))).toISOString().slice(0, 10)
}

function UpcomingEvent({ event, turnout, waiting }: Week['events'][number]) {
  const t = useTexts('today', texts)
  const { start, timezone } = event
  const name = `${event.name} · ${event.orgUnit.name}`
  return (
    <Card as="li" dense accent={event.eventType.color}>
      <p className={styles.when}>{dayStartText(start, timezone)}</p>
      <p className={styles.name}>
        <Link to={paths.event({ eventId: event.id })}>{name}</Link>
      </p>
      {event.cancelled ? (
        <Badge tone="danger">{t('weekCancelled')}</Badge>
      ) : (
        <AnswerSummary turnout={turnout} waiting={waiting} />
      )}
    </Card>
  )
}

function AnswerSummary({ turnout, waiting }: Pick<Week['events'][number], 'turnout' | 'waiting'>) {
  const t = useTexts('today', texts)
  const invited = Math.max(1, turnout.going + turnout.notGoing + turnout.waiting)
  return (
    <>
      {/* The number of open answers is shown once: in the summary of the names below. */}
      <p>{t(waiting.length > 0 ? 'weekAnswered' : 'weekTurnout', { ...turnout })}</p>
      <div className={styles.track} aria-hidden="true">
        <span className={styles.going} style={{ width: `${(100 * turnout.going) / invited}%` }} />
        <span className={styles.notGoing} style={{ width: `${(100 * turnout.notGoing) / invited}%` }} />
      </div>
      {waiting.length > 0 && (
        <details>
          <summary>{t('weekWaiting', { count: turnout.waiting })}</summary>
          <p>{listText(waiting.map(fullName))}</p>
        </details>
      )}
    </>
  )
}
