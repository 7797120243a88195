import { lazy, Suspense } from 'react'
import { useTexts } from '../i18n.ts'
import { Screen } from '../shell/Screen.tsx'
import { ErrorState } from '../ui/States.tsx'
import { dayText, readerZone } from '../ui/time.ts'
import { EventCard } from './EventCard.tsx'
import { Notifications } from './Notifications.tsx'
import texts from './texts.en.json'
import styles from './Today.module.css'
import { TodaySkeleton } from './TodaySkeleton.tsx'
import { cardKey, useCards } from './useCards.ts'
import { useLater } from './useLater.ts'
import { type Invite, type Today, useToday } from './useToday.ts'

/** Without signal it may not load: the day is worth more than what stands beneath it. */
const Beneath = lazy(() =>
  import('./Beneath.tsx').then(
    ({ Beneath }) => ({ default: Beneath }),
    () => ({ default: () => null }),
  ),
)

/** Today: whose event is when and where, whether they go, and what else waits. */
export default function TodayScreen() {
  const t = useTexts('today', texts)
  const { data, error, isValidating, mutate, startUtc } = useToday()
  const { settled, unreadChatCount, requests, forget, hasPlayers } = useLater(data !== undefined)
  const { items, propsOf } = useCards(data?.todaysEvents ?? [], {
    answered: (invite) => void mutate((today) => today && withInvite(today, invite), { revalidate: false }),
    failed: () => void mutate(),
  })
  return (
    <Screen title={t('title')} narrow>
      <p className={styles.day}>{dayText(startUtc, readerZone())}</p>
      {error && (
        <ErrorState title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} busy={isValidating} />
      )}
      {!data && !error && <TodaySkeleton label={t('loading')} />}
      {data && (
        <>
          {items.length > 0 && (
            <ul className={styles.list} aria-label={t('todaysEvents')}>
              {items.map((item, index) => (
                <li
                  key={cardKey(item)}
                  className={item.event.start === items[index - 1]?.event.start ? styles.sameTime : undefined}
                >
                  <EventCard {...propsOf(item)} />
                </li>
              ))}
            </ul>
          )}
          <Notifications today={data} unreadChatCount={unreadChatCount} more={!settled || requests.length > 0} />
          {settled && (
            <Suspense fallback={null}>
              <Beneath requests={requests} forget={forget} hasPlayers={hasPlayers} />
            </Suspense>
          )}
        </>
      )}
    </Screen>
  )
}

/** Taken in at once, not read again: just after a write, a read may still find what was there before it. */
function withInvite(today: Today, answered: Invite): Today {
  const before = today.todaysEvents.find(({ invite }) => invite?.id === answered.id)
  const waits = (status: string | undefined) => (status === 'Pending' ? 1 : 0)
  const change = before ? waits(answered.status.value) - waits(before.invite?.status.value) : 0
  return {
    ...today,
    pendingPlayerInviteCount: Math.max(0, today.pendingPlayerInviteCount + change),
    todaysEvents: today.todaysEvents.map((item) => (item === before ? { ...item, invite: answered } : item)),
  }
}
