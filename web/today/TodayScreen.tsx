import { lazy, Suspense } from 'react'
import { ApiProblem } from '../api.ts'
import { useProblemText, useTexts } from '../i18n.ts'
import { Screen } from '../shell/Screen.tsx'
import { ErrorState } from '../ui/States.tsx'
import { dayText, readerZone } from '../ui/time.ts'
import { EventCard } from './EventCard.tsx'
import { Notifications } from './Notifications.tsx'
import texts from './texts.en.json'
import styles from './Today.module.css'
import { TodaySkeleton } from './TodaySkeleton.tsx'
import { type InvitedEvent, isWaiting, type Sent, type Unsent } from './unsent.ts'
import { useAnswers } from './useAnswers.ts'
import { type Failure, useFailures } from './useFailures.ts'
import { useLater } from './useLater.ts'
import { type TodaysEvent, useToday } from './useToday.ts'

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
  const { unsent, shown, give, insist, drop } = useAnswers()
  const sayProblem = useProblemText()

  async function answer(item: InvitedEvent, sent: Sent) {
    clear(item.invite.id)
    const outcome = await give(item, sent)
    if (outcome instanceof ApiProblem) report(item, outcome)
    else if (outcome === 'sent') clear(item.invite.id)
  }
  async function saveNote(item: InvitedEvent, note: string) {
    const outcome = await give(item, { status: shown(item.invite).status, note })
    if (outcome instanceof ApiProblem && outcome.code === 'invite_removed') report(item, outcome)
    return outcome
  }
  function closeFailure(inviteId: string) {
    clear(inviteId)
    drop(inviteId)
  }
  function failureOf(inviteId: string) {
    const refused = unsent.get(inviteId)?.refused
    if (refused && refused.code !== 'answered_meanwhile') return `${t('answerFailed')} ${sayProblem(refused)}`
    return failures.get(inviteId)?.sentence
  }

  const today = dayText(startUtc, readerZone())
  const events = withOthers(data?.todaysEvents ?? [], [...failures.values(), ...unsent.values()])
  const known = new Set(data?.todaysEvents.map(cardKey))
  return (
    <Screen title={t('title')} narrow>
      <p className={styles.day}>{today}</p>
      {error && (
        <ErrorState title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} busy={isValidating} />
      )}
      {!data && !error && <TodaySkeleton label={t('loading')} />}
      {events.length > 0 && (
        <ul className={styles.list} aria-label={t('todaysEvents')}>
          {events.map((item, index) => {
            const entry = item.invite ? unsent.get(item.invite.id) : undefined
            const day = dayText(item.event.start, item.event.timezone)
            return (
              <li
                key={cardKey(item)}
                className={item.event.start === events[index - 1]?.event.start ? styles.sameTime : undefined}
              >
                <EventCard
                  item={item}
                  shown={item.invite ? shown(item.invite) : undefined}
                  unsent={entry}
                  failure={item.invite ? failureOf(item.invite.id) : undefined}
                  removed={!known.has(cardKey(item)) && !(entry && isWaiting(entry))}
                  day={known.has(cardKey(item)) || day === today ? undefined : day}
                  onAnswer={answer}
                  onSaveNote={saveNote}
                  onInsist={insist}
                  onCloseFailure={closeFailure}
                />
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

/**
 * Today's events, and among them others whose answers are to be told of: those whose invite went away while it was being
 * answered, and those of other days whose answers wait.
 */
function withOthers(events: TodaysEvent[], told: readonly (Failure | Unsent)[]): TodaysEvent[] {
  const all = new Map<string, TodaysEvent>()
  for (const item of [...events, ...told.map(({ item }) => item)]) {
    if (!all.has(cardKey(item))) all.set(cardKey(item), item)
  }
  return [...all.values()].toSorted(byTime)
}
