import * as z from 'zod/mini'
import { Cursor, Day, Event, Location, Millis, PlayerInvite, Turnout } from './fields.ts'
import { Repeat } from './planning/fields.ts'
import type { Area } from './route.ts'

const CalendarEvent = z.extend(Event, { location: z.nullable(Location) })
/** A day, or with `millis=true` an instant in milliseconds since 1970. */
const DayOrMillis = z.union([Day, Millis])

export const calendar = {
  'GET /api/v1/teamEventsByMonth/{orgUnitId}': {
    can: 'member',
    subject: 'path.orgUnitId',
    does: 'Lists the events of a team, or of the club itself, from `start` up to `end`, in order of time. With `related`, also those of the team’s club, or of all the club’s teams that the caller may see. Between two days, events of several days that began before `start` and last until then are included, except those of a club’s teams.',
    early: true,
    query: z.object({
      start: DayOrMillis,
      end: DayOrMillis,
      millis: z.optional(z.enum(['true', 'false'])),
      related: z.optional(z.enum(['true', 'false'])),
      cursor: Cursor,
    }),
    returns: z.object({ events: z.array(CalendarEvent), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/calendar/event/{eventId}': {
    can: 'member',
    subject: 'path.eventId',
    does: 'Returns an event and the answers to it. Coaches see every answer with its note. Families see their own, and who accepted if the team shows its roster. Followers see only the numbers.',
    early: true,
    returns: z.object({
      event: CalendarEvent,
      playerInvites: z.array(PlayerInvite),
      turnout: Turnout,
      /**
       * What `playerInvites` contains in addition to the caller's own players: every answer, only those who accepted, or nothing
       * if the caller may see only the numbers.
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
