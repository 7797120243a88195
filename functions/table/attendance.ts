import type { Presence } from '#shared/rules/presence.ts'
import { by, entity } from './entity.ts'
import type { EventId } from './events.ts'
import { all } from './table.ts'
import { unitPartition } from './teams.ts'

/** Who attended an event, by player, with the event's start. */
export type Attendance = EventId & { start: string; marks: Record<string, Presence> }

export const attendance = {
  ...entity<Attendance, EventId>('Attendance', {
    key: ({ eventId }) => ({ pk: unitPartition(eventId), sk: `ATTENDANCE#${eventId}` }),
    lsi1: by(['start'], ({ start }) => `ATTENDANCE#${start}`),
  }),
  /** The attendance at events of a team, or of a club without a team, that started between two instants, in order. */
  between: (orgUnitId: string, from: string, to: string) =>
    all<Attendance>({
      index: 'lsi1',
      pk: unitPartition(orgUnitId),
      from: `ATTENDANCE#${from}`,
      to: `ATTENDANCE#${to}`,
    }),
}
