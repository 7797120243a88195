import type { ScopedMutator } from 'swr'
import { cacheKey } from '../api.ts'
import { eventKey, withAnswer } from '../calendar/eventAnswers.ts'
import { startOfDay } from './todayInput.ts'
import type { Invite, Today } from './useToday.ts'

/** Where the reader's Today lies in the cache. */
const todayKey = () => cacheKey('GET /api/v1/today', { query: { startUtc: startOfDay(new Date()) } })

/** Takes an invite in as the server has it, wherever it is shown. Not read again: a read may still find what was before. */
export function takeIn(mutate: ScopedMutator, answered: Invite): void {
  void mutate<Today>(todayKey(), (today) => today && withInvite(today, answered), { revalidate: false })
  void mutate(eventKey(answered.id), withAnswer(answered), { revalidate: false })
}

/** Asks for Today again: another tab, or another person, knows more than is shown. */
export const readAgain = (mutate: ScopedMutator): void => void mutate(todayKey())

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
