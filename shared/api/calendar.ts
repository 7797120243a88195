import * as z from 'zod/mini'
import { Cursor, Day, Event, Location, Millis, PlayerInvite, Turnout } from './fields.ts'
import { Repeat } from './planning/fields.ts'
import type { Area } from './route.ts'

const CalendarEvent = z.extend(Event, { location: z.nullable(Location) })
/** A day, or with `millis=true` an instant in milliseconds since 1970. */
const Bound = z.union([Day, Millis])

export const calendar = {
  'GET /api/v1/teamEventsByMonth/{orgUnitId}': {
    can: 'member',
    subject: 'path.orgUnitId',
    does: 'Lists the events of a team, or of the club without a team, from one day up to another, in the order of time; more by cursor. With `related` also those of the team’s club, or of all teams of the club that the caller may see.',
    early: true,
    query: z.object({
      start: Bound,
      end: Bound,
      millis: z.optional(z.enum(['true', 'false'])),
      related: z.optional(z.enum(['true', 'false'])),
      cursor: Cursor,
    }),
    returns: z.object({ events: z.array(CalendarEvent), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/calendar/event/{eventId}': {
    can: 'member',
    subject: 'path.eventId',
    does: 'Shows one event and who comes. Coaches see every answer with its note; families their own, and who accepted where the team shows its roster; who follows how many.',
    early: true,
    returns: z.object({
      event: CalendarEvent,
      playerInvites: z.array(PlayerInvite),
      turnout: Turnout,
      /**
       * What `playerInvites` holds beside the caller's own: every answer, who accepted, or nothing, if only the numbers may be
       * seen.
       */
      sees: z.enum(['answers', 'going', 'numbers']),
      /** The recurrence rule, and its first day; `day` is the event's own day by that rule, even if it was moved. */
      series: z.nullable(z.object({ first: Day, rule: Repeat, day: z.optional(Day) })),
      /** Only for users who may edit it. */
      editing: z.optional(
        z.object({ revision: z.int(), eventTypeId: z.nullable(z.string()), seriesId: z.nullable(z.string()) }),
      ),
    }),
    refuses: ['event_archived'],
  },
} as const satisfies Area
