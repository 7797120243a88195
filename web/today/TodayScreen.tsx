import { lazy, Suspense } from 'react'
import { useTexts } from '../i18n.ts'
import { Screen } from '../shell/Screen.tsx'
import { ErrorState } from '../kit/States.tsx'
import { dayText, readerZone } from '../kit/format.ts'
import { EventCard } from '../events/EventCard.tsx'
import { Notifications } from './Notifications.tsx'
import texts from './texts.en.json'
import styles from './Today.module.css'
import { TodaySkeleton } from './TodaySkeleton.tsx'
import { cardKey, useEventCards } from '../events/useEventCards.ts'
import { useNotifications } from './useNotifications.ts'
import { useToday } from './useToday.ts'

/** Without signal it may not load: the day is worth more than what stands beneath it. */
const BelowEvents = lazy(() =>
  import('./BelowEvents.tsx').then(
    ({ BelowEvents }) => ({ default: BelowEvents }),
    () => ({ default: () => null }),
  ),
)

/** Today: whose event is when and where, whether they go, and what else waits. */
export default function TodayScreen() {
  const t = useTexts('today', texts)
  const { data, error, isValidating, mutate, startUtc } = useToday()
  const { settled, unreadChatCount, requests, forget, hasPlayers } = useNotifications(data !== undefined)
  const { items, propsOf } = useEventCards(data?.todaysEvents ?? [])
  const today = dayText(startUtc, readerZone())
  return (
    <Screen title={t('title')} narrow>
      <p className={styles.day}>{today}</p>
      {error && (
        <ErrorState title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} busy={isValidating} />
      )}
      {!data && !error && <TodaySkeleton label={t('loading')} />}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={t('todaysEvents')}>
          {items.map((item, index) => {
            const day = dayText(item.event.start, item.event.timezone)
            return (
              <li
                key={cardKey(item)}
                className={item.event.start === items[index - 1]?.event.start ? styles.sameTime : undefined}
              >
                <EventCard {...propsOf(item)} day={day === today ? undefined : day} />
              </li>
            )
          })}
        </ul>
      )}
      {data && (
        <>
          <Notifications today={data} unreadChatCount={unreadChatCount} more={!settled || requests.length > 0} />
          {settled && (
            <Suspense fallback={null}>
              <BelowEvents requests={requests} forget={forget} hasPlayers={hasPlayers} />
            </Suspense>
          )}
        </>
      )}
    </Screen>
  )
}
