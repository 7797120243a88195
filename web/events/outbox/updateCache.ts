import type { ScopedMutator } from 'swr'
import { isAwaiting, pendingDays } from '#shared/rules/attendance.ts'
import { type AnswerOf, cacheKey } from '../../api.ts'
import { eventKey, withAnswer } from '../eventCache.ts'
import type { InvitedEvent, OwnInvite, Today, TodaysEvent } from '../eventTypes.ts'
import { startOfDay } from '../todayInput.ts'

type PlayerEvents = AnswerOf<'GET /api/v1/playerEvents'>

/** The cache key of the reader's Today. */
const todayKey = () => cacheKey('GET /api/v1/today', { query: { startUtc: startOfDay(new Date()) } })
/** Whether a cache key is a month of player events. */
const isMonth = (key: unknown): boolean => Array.isArray(key) && key[0] === 'GET /api/v1/playerEvents'

/**
 * Updates an invite in every cached response; `before` is the entry that was answered. This discards requests in flight, which
 * may have read the previous state; responses that are not cached yet are requested again.
 */
export function cacheAnswer(mutate: ScopedMutator, answeredInvite: OwnInvite, before: InvitedEvent): void {
  const options = { revalidate: (cached: unknown) => cached === undefined }
  void mutate<Today>(todayKey(), (today) => today && withInvite(today, answeredInvite, before), options)
  void mutate<PlayerEvents>(
    isMonth,
    (month) => month && { events: replaceInvite(month.events, answeredInvite) },
    options,
  )
  void mutate(eventKey(answeredInvite.id), withAnswer(answeredInvite), options)
}

/** Revalidates the events: another tab or person has changed them. */
export function revalidateEvents(mutate: ScopedMutator): void {
  void mutate(todayKey())
  void mutate(isMonth)
}

const replaceInvite = (events: TodaysEvent[], answeredInvite: OwnInvite): TodaysEvent[] =>
  events.map((item) => (item.invite?.id === answeredInvite.id ? { ...item, invite: answeredInvite } : item))

function withInvite(today: Today, answeredInvite: OwnInvite, { event, invite }: InvitedEvent): Today {
  const shown = [...today.todaysEvents, ...today.tomorrowsEvents].find((item) => item.invite?.id === answeredInvite.id)
  const now = new Date()
  const isCounted = Date.parse(event.start) <= Date.parse(startOfDay(now)) + pendingDays * 86_400_000
  const countWaiting = ({ status }: OwnInvite) =>
    isCounted && isAwaiting({ status: status.value, start: event.start }, now.toISOString()) ? 1 : 0
  const difference = countWaiting(answeredInvite) - countWaiting(shown?.invite ?? invite)
  return {
    ...today,
    pendingPlayerInviteCount: Math.max(0, today.pendingPlayerInviteCount + difference),
    todaysEvents: replaceInvite(today.todaysEvents, answeredInvite),
    tomorrowsEvents: replaceInvite(today.tomorrowsEvents, answeredInvite),
  }
}
