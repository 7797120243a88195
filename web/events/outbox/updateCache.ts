import type { ScopedMutator } from 'swr'
import { type AnswerOf, cacheKey } from '../../api.ts'
import { eventKey, withAnswer } from '../eventCache.ts'
import { startOfDay } from '../todayInput.ts'
import type { OwnInvite, Today, TodaysEvent } from '../eventTypes.ts'

type Upcoming = AnswerOf<'GET /api/v1/playerEvents'>

/** Where the reader's Today and coming events lie in the cache. */
const input = () => ({ query: { startUtc: startOfDay(new Date()) } })
const todayKey = () => cacheKey('GET /api/v1/today', input())
const upcomingKey = () => cacheKey('GET /api/v1/playerEvents', input())

/**
 * Takes an invite in as the server has it, wherever it is shown. A read that is under way is dropped by that, since it may
 * have found what was before; where nothing is known yet, it has to be asked again.
 */
export function cacheAnswer(mutate: ScopedMutator, answered: OwnInvite): void {
  const options = { revalidate: (known: unknown) => known === undefined }
  void mutate<Today>(todayKey(), (today) => today && withInvite(today, answered), options)
  void mutate<Upcoming>(upcomingKey(), (known) => known && { events: replaced(known.events, answered) }, options)
  void mutate(eventKey(answered.id), withAnswer(answered), options)
}

/** Asks again for what is shown: another tab, or another person, knows more. */
export function revalidateEvents(mutate: ScopedMutator): void {
  void mutate(todayKey())
  void mutate(upcomingKey())
}

const replaced = (events: TodaysEvent[], answered: OwnInvite): TodaysEvent[] =>
  events.map((item) => (item.invite?.id === answered.id ? { ...item, invite: answered } : item))

function withInvite(today: Today, answered: OwnInvite): Today {
  const before = today.todaysEvents.find(({ invite }) => invite?.id === answered.id)
  const waits = (status: string | undefined) => (status === 'Pending' ? 1 : 0)
  const change = before ? waits(answered.status.value) - waits(before.invite?.status.value) : 0
  return {
    ...today,
    pendingPlayerInviteCount: Math.max(0, today.pendingPlayerInviteCount + change),
    todaysEvents: replaced(today.todaysEvents, answered),
  }
}
