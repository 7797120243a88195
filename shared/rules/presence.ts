import type { ProblemCode } from '../problems.ts'
import { dayIn } from './days.ts'

/** What a coach has seen of a player at an event, beside what the family had answered. */
export const presences = ['came', 'late', 'missed'] as const
export type Presence = (typeof presences)[number]
/** So many are marked in one request, as many as on the largest roster: of what is for a whole club there are several. */
export const mostMarks = 500

/** Why nobody can say now who was at an event; undefined when a coach can: on its day, where it is held, and later. */
export function whyCannotMark(
  { start, timezone, cancelled }: { start: string; timezone: string; cancelled?: boolean | undefined },
  now: string,
): Extract<ProblemCode, 'event_cancelled' | 'event_not_begun'> | undefined {
  if (cancelled) return 'event_cancelled'
  return dayIn(now, timezone) < dayIn(start, timezone) ? 'event_not_begun' : undefined
}

export type PresenceCounts = Record<Presence, number>

/** How often each player came, came late and missed, by who they are. */
export function countPresences(events: readonly Readonly<Record<string, Presence>>[]): Map<string, PresenceCounts> {
  const counts = new Map<string, PresenceCounts>()
  for (const marks of events)
    for (const [playerId, presence] of Object.entries(marks)) {
      const known = counts.get(playerId) ?? { came: 0, late: 0, missed: 0 }
      counts.set(playerId, { ...known, [presence]: known[presence] + 1 })
    }
  return counts
}
