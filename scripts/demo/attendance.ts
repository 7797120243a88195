import { attendance } from '#functions/table/attendance.ts'
import type { Stamp } from '#functions/table/writes.ts'
import type { Presence } from '#shared/rules/presence.ts'
import type { Event } from '#functions/table/events.ts'
import type { Club } from './club.ts'
import { writeInBatches } from './writeInBatches.ts'

type AnswerOf = (event: Event, playerId: string) => 'Accepted' | 'Declined' | undefined

/**
 * Attendance at the club's events before an instant: players who had accepted were there, some of them late; others
 * missed it.
 */
export async function seedAttendance(
  stamp: Stamp,
  { squads }: Club,
  before: string,
  answerOf: AnswerOf,
): Promise<void> {
  const rows = squads.flatMap(({ players, events }) =>
    events
      .filter(({ end }) => end < before)
      .map((event, e) =>
        attendance.create({
          eventId: event.eventId,
          start: event.start,
          marks: Object.fromEntries(
            players.map(({ playerId }, p): [string, Presence] => {
              if (answerOf(event, playerId) !== 'Accepted') return [playerId, 'missed']
              return [playerId, (e + p) % 7 === 0 ? 'late' : 'came']
            }),
          ),
        }),
      ),
  )
  await writeInBatches(stamp, rows)
}
