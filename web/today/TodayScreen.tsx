import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { EventCard } from '../events/EventCard.tsx'
import type { TodaysEvent } from '../events/eventTypes.ts'
import type { EventGroup } from '../events/groupByEvent.ts'
import { useEventCards } from '../events/useEventCards.ts'
import { useNow } from '../shell/useNow.ts'
import { useTexts } from '../i18n.ts'
import { classes } from '../kit/classes.ts'
import { dayText, readerZone } from '../kit/format.ts'
import { useMediaQuery } from '../kit/useMediaQuery.ts'
import { ReadFailure } from '../shell/ReadFailure.tsx'
import { Screen } from '../shell/Screen.tsx'
import { Notifications } from './Notifications.tsx'
import { OpenEvent } from './OpenEvent.tsx'
import texts from './texts.en.json'
import styles from './Today.module.css'
import { TodaySkeleton } from './TodaySkeleton.tsx'
import { Tomorrow } from './Tomorrow.tsx'
import { useNotifications } from './useNotifications.ts'
import { useToday } from './useToday.ts'

// Parts that render nothing if they do not load, such as offline: the day itself matters more.
const orEmpty = <Props,>(part: Promise<ComponentType<Props>>): Promise<{ default: ComponentType<Props> }> =>
  part.then(
    (component) => ({ default: component }),
    () => ({ default: () => null }),
  )
const BelowEvents = lazy(() => orEmpty(import('./BelowEvents.tsx').then(({ BelowEvents }) => BelowEvents)))
const Week = lazy(() => orEmpty(import('./Week.tsx').then(({ Week }) => Week)))
const RequestsSection = lazy(() =>
  orEmpty(import('./requests/RequestsSection.tsx').then(({ RequestsSection }) => RequestsSection)),
)

/** Today: the events with their answers, and what else needs attention; two columns on laptops. */
export default function TodayScreen() {
  const t = useTexts('today', texts)
  const [search] = useSearchParams()
  const { startUtc, ...read } = useToday()
  const { data, error } = read
  const { isReady, unreadChatCount, agreementCount, requests, forgetRequest, players, ...reader } = useNotifications(
    data !== undefined,
  )
  const { todaysEvents = [], tomorrowsEvents = [] } = data ?? {}
  const { groups, answers } = useEventCards([...todaysEvents, ...tomorrowsEvents])
  const [todaysGroups, tomorrowsGroups] = splitByDay(groups, tomorrowsEvents)
  const now = useNow()
  const isWide = useMediaQuery('(min-width: 1024px)')
  const today = dayText(startUtc, readerZone())
  const requestsSection = requests.length > 0 && (
    <Suspense fallback={null}>
      <RequestsSection key={String(isWide)} requests={requests} onClosed={forgetRequest} startsOpen={isWide} />
    </Suspense>
  )
  const weekSection = reader.coachedUnit && (
    <Suspense fallback={null}>
      <Week shown={todaysEvents.map(({ event }) => event.id)} />
    </Suspense>
  )
  // Without events, the notifications take the main column.
  const hasNoEvents = data !== undefined && groups.length === 0 && (!reader.coachedUnit || reader.coachedUnit.isNew)
  return (
    <Screen title={t('title')}>
      <p className={styles.day}>{today}</p>
      <div className={classes(styles.columns, hasNoEvents && styles.quiet)}>
        <div className={styles.column}>
          {!isWide && requestsSection}
          <ReadFailure read={read} failed={t('loadFailed')} />
          {!data && !error && <TodaySkeleton label={t('loading')} />}
          {todaysGroups.length > 0 && (
            <ul className={styles.list} aria-label={t('todaysEvents')}>
              {todaysGroups.map((group) => {
                const day = dayText(group.event.start, group.event.timezone)
                return (
                  <li key={group.event.id}>
                    <EventCard
                      group={group}
                      now={now}
                      day={day === today ? undefined : day}
                      isRequested={search.get('event') === group.event.id}
                      actions={group.coached && <OpenEvent {...group.event} />}
                      answers={answers}
                    />
                  </li>
                )
              })}
            </ul>
          )}
          {tomorrowsGroups.length > 0 && <Tomorrow groups={tomorrowsGroups} now={now} answers={answers} />}
          {isWide && isReady && weekSection}
        </div>
        {data && (
          <div className={styles.column}>
            {isWide && requestsSection}
            <Notifications
              today={data}
              players={players}
              unreadChatCount={unreadChatCount}
              agreementCount={agreementCount}
              hasMore={!isReady || requests.length > 0}
            />
            {isReady && (
              <Suspense fallback={null}>
                {!isWide && weekSection}
                <BelowEvents {...reader} />
              </Suspense>
            )}
          </div>
        )}
      </div>
    </Screen>
  )
}

/** Today's cards, including those with an answer to report on, and tomorrow's. */
function splitByDay(groups: EventGroup[], tomorrowsEvents: readonly TodaysEvent[]): [EventGroup[], EventGroup[]] {
  const tomorrow = new Set(tomorrowsEvents.map(({ event }) => event.id))
  const isTomorrow = ({ event }: EventGroup) => tomorrow.has(event.id)
  return [groups.filter((group) => !isTomorrow(group)), groups.filter(isTomorrow)]
}
