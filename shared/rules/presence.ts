import type { ProblemCode } from '../problems.ts'
import { dayIn } from './days.ts'

/** What a coach has marked for a player at an event, beside the family's answer. */
export const presences = ['came', 'late', 'missed'] as const
export type Presence = (typeof presences)[number]
/** The most marks in one request, as many as the largest roster; a whole-club event takes several. */
export const maxMarks = 500

/** Why attendance cannot be marked now; undefined if it can: from the event's local day on. */
export function whyCannotMark(
  { start, timezone, cancelled }: { start: string; timezone: string; cancelled?: boolean | undefined },
  now: string,
): Extract<ProblemCode, 'event_cancelled' | 'event_not_begun'> | undefined {
  if (cancelled) return 'event_cancelled'
  return dayIn(now, timezone) < dayIn(start, timezone) ? 'event_not_begun' : undefined
}

export type PresenceCounts = Record<Presence, number>

/** How often each player came, came late and missed, by player id. */
export function countPresences(events: readonly Readonly<Record<string, Presence>>[]): Map<string, PresenceCounts> {
  const counts = new Map<string, PresenceCounts>()
  for (const marks of events)
    for (const [playerId, presence] of Object.entries(marks)) {
      const count = counts.get(playerId) ?? { came: 0, late: 0, missed: 0 }
      counts.set(playerId, { ...count, [presence]: count[presence] + 1 })
    }
  return counts
}
