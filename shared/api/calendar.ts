import * as z from 'zod/mini'
import { Day, Event, Location, Millis, PlayerInvite } from './fields.ts'
import type { Area } from './route.ts'

const CalendarEvent = z.extend(Event, { location: z.nullable(Location) })
/** A day, or with `millis=true` an instant in milliseconds since 1970. */
const Bound = z.union([Day, Millis])

export const calendar = {
  'GET /api/v1/teamEventsByMonth/{teamId}': {
    can: 'member',
    subject: 'path.teamId',
    does: 'Lists a team’s events from one day up to another, in the order of time; more by cursor.',
    early: true,
    query: z.object({
      start: Bound,
      end: Bound,
      millis: z.optional(z.enum(['true', 'false'])),
      cursor: z.optional(z.string().check(z.maxLength(1024))),
    }),
    returns: z.object({ events: z.array(CalendarEvent), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/calendar/event/{eventId}': {
    can: 'member',
    subject: 'path.eventId',
    does: 'Shows one event and who comes. Coaches see every answer with its note, families their own and who accepted.',
    early: true,
    returns: z.object({ event: CalendarEvent, playerInvites: z.array(PlayerInvite) }),
  },
} as const satisfies Area
