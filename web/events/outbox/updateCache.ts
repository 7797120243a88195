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
export function cacheAnswer(mutate: ScopedMutator, answered: OwnInvite, before: InvitedEvent): void {
  const options = { revalidate: (known: unknown) => known === undefined }
  void mutate<Today>(todayKey(), (today) => today && withInvite(today, answered, before), options)
  void mutate<PlayerEvents>(isMonth, (known) => known && { events: replaced(known.events, answered) }, options)
  void mutate(eventKey(answered.id), withAnswer(answered), options)
}

/** Revalidates the events: another tab or person has changed them. */
export function revalidateEvents(mutate: ScopedMutator): void {
  void mutate(todayKey())
  void mutate(isMonth)
}

const replaced = (events: TodaysEvent[], answered: OwnInvite): TodaysEvent[] =>
  events.map((item) => (item.invite?.id === answered.id ? { ...item, invite: answered } : item))

function withInvite(today: Today, answered: OwnInvite, { event, invite }: InvitedEvent): Today {
  const shown = [...today.todaysEvents, ...today.tomorrowsEvents].find((item) => item.invite?.id === answered.id)
  const now = new Date()
  const isCounted = Date.parse(event.start) <= Date.parse(startOfDay(now)) + pendingDays * 86_400_000
  const waits = ({ status }: OwnInvite) =>
    isCounted && isAwaiting({ status: status.value, start: event.start }, now.toISOString()) ? 1 : 0
  const change = waits(answered) - waits(shown?.invite ?? invite)
  return {
    ...today,
    pendingPlayerInviteCount: Math.max(0, today.pendingPlayerInviteCount + change),
    todaysEvents: replaced(today.todaysEvents, answered),
    tomorrowsEvents: replaced(today.tomorrowsEvents, answered),
  }
}
