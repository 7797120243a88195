import * as z from 'zod/mini'
import { maxMarks, presences } from '../rules/presence.ts'
import { id, Instant, PlayerName } from './fields.ts'
import type { Area } from './route.ts'

const Presence = z.enum(presences)
const Marks = z.array(z.object({ playerId: z.string(), presence: Presence }))
const counts = { came: z.int(), late: z.int(), missed: z.int() }

/** Attendance at events, independent of the answers given before them. */
export const attendance = {
  'GET /rest-api/attendance/event/{eventId}': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Lists the players who came to an event, came late, or missed it.',
    early: true,
    returns: z.object({ marks: Marks }),
  },
  'PUT /rest-api/attendance/event/{eventId}': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Marks invited players as came, late, or missed; `null` removes a mark. Other players are unchanged.',
    body: z.object({
      marks: z
        .array(
          z.object({
            playerId: id('player'),
            presence: z.nullable(Presence),
            /** The values that may be replaced: the one seen, or sent by the caller before. Any other value stays. */
            over: z.optional(z.array(z.nullable(Presence)).check(z.maxLength(presences.length + 1))),
          }),
        )
        .check(z.minLength(1), z.maxLength(maxMarks)),
    }),
    /** `stood`: players whom someone else had marked differently meanwhile, which stays. */
    returns: z.object({ marks: Marks, stood: z.array(z.string()) }),
    refuses: ['event_not_begun', 'event_cancelled', 'event_deleted', 'team_archived'],
  },
  'GET /rest-api/attendance/season/{orgUnitId}': {
    can: 'canEditEvents',
    subject: 'path.orgUnitId',
    does: 'Counts attendance between two instants, at most a year apart, for each event and each player of the roster.',
    early: true,
    query: z.object({ start: Instant, end: Instant }),
    returns: z.object({
      events: z.array(z.object({ id: z.string(), start: z.string(), timezone: z.string(), ...counts })),
      players: z.array(z.object({ ...PlayerName.shape, ...counts })),
    }),
  },
  'GET /rest-api/attendance/player/{playerId}': {
    can: 'family',
    subject: 'path.playerId',
    team: 'query.o',
    does: 'Counts the attendance of a player between two instants: on all their teams for the family and administrators of the club, on their own teams for coaches.',
    early: true,
    query: z.object({ start: Instant, end: Instant, o: z.optional(id('organization', 'team')) }),
    returns: z.object(counts),
  },
} as const satisfies Area
