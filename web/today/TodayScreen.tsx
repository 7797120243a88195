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
import { type Failure, type InvitedEvent, useFailures } from './useFailures.ts'
import { type Sent, useAnswers } from './useAnswers.ts'
import { useLater } from './useLater.ts'
import { type Invite, type Today, type TodaysEvent, useToday } from './useToday.ts'

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
  const { settled, unreadChatCount, requests, forget } = useLater(data !== undefined)
  const { failures, report, clear } = useFailures(t('answerFailed'))
  const { shown, send } = useAnswers({
    answered: (invite) => void mutate((today) => today && withInvite(today, invite), { revalidate: false }),
    failed: () => void mutate(),
  })

  async function answer(item: InvitedEvent, sent: Sent) {
    clear(item.invite.id)
    const problem = await send(item.invite, shown(item.invite), sent)
    if (problem) report(item, problem)
    else clear(item.invite.id)
  }
  async function saveNote(item: InvitedEvent, note: string) {
    const known = shown(item.invite)
    const problem = await send(item.invite, known, { status: known.status, note })
    if (problem?.code === 'invite_removed') report(item, problem)
    return problem
  }

  const events = data ? withRemoved(data.todaysEvents, failures) : []
  const known = new Set(data?.todaysEvents.map(cardKey))
  return (
    <Screen title={t('title')} narrow>
      <p className={styles.day}>{dayText(startUtc, readerZone())}</p>
      {error && (
        <ErrorState title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} busy={isValidating} />
      )}
      {!data && !error && <TodaySkeleton label={t('loading')} />}
      {data && (
        <>
          {events.length > 0 && (
            <ul className={styles.list} aria-label={t('todaysEvents')}>
              {events.map((item, index) => (
                <li
                  key={cardKey(item)}
                  className={item.event.start === events[index - 1]?.event.start ? styles.sameTime : undefined}
                >
                  <EventCard
                    item={item}
                    shown={item.invite ? shown(item.invite) : undefined}
                    failure={item.invite ? failures.get(item.invite.id)?.sentence : undefined}
                    removed={!known.has(cardKey(item))}
                    onAnswer={answer}
                    onSaveNote={saveNote}
                    onCloseFailure={clear}
                  />
                </li>
              ))}
            </ul>
          )}
          <Notifications today={data} unreadChatCount={unreadChatCount} more={!settled || requests.length > 0} />
          {settled && (
            <Suspense fallback={null}>
              <Beneath requests={requests} forget={forget} />
            </Suspense>
          )}
        </>
      )}
    </Screen>
  )
}

const cardKey = ({ event, player }: TodaysEvent) => `${event.id} ${player?.id ?? ''}`

/** By time; at one time the same event of several players stands together, and a card keeps its place. */
const byTime = (a: TodaysEvent, b: TodaysEvent) =>
  Date.parse(a.event.start) - Date.parse(b.event.start) || (cardKey(a) < cardKey(b) ? -1 : 1)

/** Today's events, and where they stood those whose invite went away while it was being answered. */
function withRemoved(events: TodaysEvent[], failures: ReadonlyMap<string, Failure>): TodaysEvent[] {
  const known = new Set(events.map(cardKey))
  const removed = [...failures.values()].map(({ item }) => item).filter((item) => !known.has(cardKey(item)))
  return [...events, ...removed].toSorted(byTime)
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
