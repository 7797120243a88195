import { isOnDay } from '#shared/rules/days.ts'
import { useProblemText, useTexts } from '../i18n.ts'
import { Screen } from '../shell/Screen.tsx'
import { EventCard } from '../events/EventCard.tsx'
import { cardKey, useEventCards } from '../events/useEventCards.ts'
import { CalendarIcon } from '../kit/icons.tsx'
import { EmptyState, ErrorState } from '../kit/States.tsx'
import { dayText } from '../kit/format.ts'
import { byDay } from '../events/byDay.ts'
import { DaysSkeleton } from './DaysSkeleton.tsx'
import styles from './Month.module.css'
import texts from './texts.en.json'
import { useUpcoming } from './useUpcoming.ts'

/** A family's calendar: the coming events of its own players, day by day, each answered where it stands. */
export default function UpcomingScreen() {
  const t = useTexts('calendar', texts)
  const sayProblem = useProblemText()
  const { data, error, isValidating, mutate, startUtc } = useUpcoming()
  const { items, propsOf } = useEventCards(data?.events ?? [])
  return (
    <Screen title={t('title')} narrow>
      <p className={styles.team}>{t('upcomingAbout')}</p>
      {error && (
        <ErrorState
          title={t('upcomingFailed')}
          hint={sayProblem(error)}
          retryLabel={t('retry')}
          onRetry={() => void mutate()}
          busy={isValidating}
        />
      )}
      {!data && !error && <DaysSkeleton label={t('upcomingLoading')} />}
      {data && items.length === 0 && (
        <EmptyState title={t('upcomingEmpty')} hint={t('upcomingEmptyHint')} icon={<CalendarIcon size={32} />} />
      )}
      {byDay(items, ({ event }) => event).map(({ day, events }) => (
        <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>
            {events[0] && dayText(events[0].event.start, events[0].event.timezone)}
            {events.some(({ event }) => isOnDay(event, startUtc)) && <span className={styles.today}>{t('today')}</span>}
          </h2>
          <ul className={styles.events}>
            {events.map((item) => (
              <li key={cardKey(item)}>
                <EventCard {...propsOf(item)} heading="h3" />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Screen>
  )
}
