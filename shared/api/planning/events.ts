import * as z from 'zod/mini'
import { eventLimits } from '../../rules/eventForm.ts'
import { Day, Event, Instant, Note, part } from '../fields.ts'
import type { Area } from '../route.ts'
import { Changed, eventFields, EventId, Repeat, Revision, Scope, Zone } from './fields.ts'

/** Another event at a place. Its name is null for a team on which the caller has no rights. */
const Clash = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  start: z.string(),
  end: z.string(),
  timezone: z.string(),
  field: z.string(),
  orgUnit: z.object({ id: z.string(), name: z.string() }),
})

const isDays = (text: string) => text.split(',').every((day) => z.safeParse(Day, day).success)

/** Creating, changing and deleting events: for users who may edit events of the team, or of the club. */
export const events = {
  'POST /rest-api/calendar/events/{orgUnitId}': {
    can: 'canEditEvents',
    subject: 'path.orgUnitId',
    does: 'Makes an event of a team, or of the club without a team, and invites its players. The id is made by who calls: the same again changes nothing, and anything else by that id is refused.',
    body: z.object({
      ...eventFields,
      eventId: EventId,
      /** Invites everyone on the team or in the club; or nobody yet. */
      invite: z.enum(['everybody', 'nobody']),
      /** Also invites the families by mail. */
      mail: z.boolean(),
    }),
    returns: z.object({ id: z.string(), invited: z.int() }),
    refuses: ['team_archived', 'saved_before', 'conflict'],
  },
  'POST /rest-api/calendar/series/{orgUnitId}': {
    can: 'canEditEvents',
    subject: 'path.orgUnitId',
    does: 'Makes events that repeat, from the day of `start` on, each with its own invites. The caller makes the last part of the id of the series: the same again makes what is lacking, and nothing twice; anything else by that id is refused.',
    body: z.object({
      ...eventFields,
      part: part('s'),
      repeat: Repeat,
      invite: z.enum(['everybody', 'nobody']),
    }),
    returns: z.object({ seriesId: z.string(), events: z.int() }),
    refuses: ['team_archived', 'saved_before', 'conflict'],
  },
  'PUT /rest-api/calendar/event/{eventId}': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Changes an event as it was seen: refused when it was changed since; by the caller themselves upon the same, with `saved_before`. Answers stay, unless they are asked for again.',
    body: z.object({
      ...eventFields,
      revision: Revision,
      /** Asks for every answer again; once per time and place. */
      askAgain: z.boolean(),
      /**
       * For an event in a series: only this one, this and the following, or all; events that have begun are excluded, except this
       * one.
       */
      scope: z.optional(Scope),
      /** A new rule for the dates in the scope. Dates that stay keep their answers. */
      repeat: z.optional(Repeat),
      /** Tells the families by mail if the day, time or place has changed. */
      tell: z.boolean(),
    }),
    returns: Changed,
    refuses: ['conflict', 'saved_before', 'event_deleted', 'team_archived'],
  },
  'POST /rest-api/calendar/event/{eventId}/cancel': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Cancels an event, or takes that back. It stays in every calendar, marked; families are told by mail if the caller wants it, and why if it says so, and where it has moved meanwhile they are asked again when it takes place after all.',
    body: z.object({ cancelled: z.boolean(), tell: z.boolean(), reason: z.optional(Note) }),
    returns: Changed,
    refuses: ['event_deleted', 'team_archived', 'note_too_long'],
  },
  'GET /api/v1/deleteEvent/{eventId}': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Takes an event out of every calendar; of a series also the dates to come that follow, or all to come. It can be brought back with its answers for 30 days.',
    query: z.object({ scope: z.optional(Scope) }),
    returns: z.object({ success: z.literal(true) }),
  },
  'POST /rest-api/calendar/event/{eventId}/restore': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Brings a deleted event back, with its answers; with `together` also the dates of its series that were deleted with it.',
    query: z.object({ together: z.optional(z.literal('true')) }),
    returns: Changed,
  },
  'GET /rest-api/calendar/clashes/{orgUnitId}': {
    can: 'canEditEvents',
    subject: 'path.orgUnitId',
    does: 'Lists what else the team has between two instants, and the club at a place, if one is named; at one field of it, if it is named. With `days`, at the same time of these days: the first to come of what is there. With `of`, these days are of the series of that event, whose dates are where the change would have them.',
    early: true,
    query: z.object({
      start: Instant,
      end: Instant,
      place: z.optional(z.string().check(z.maxLength(eventLimits.place))),
      field: z.optional(z.string().check(z.maxLength(eventLimits.field))),
      /** The time zone of these days. */
      timezone: z.optional(Zone),
      days: z.optional(z.string().check(z.maxLength(1100), z.refine(isDays, 'not days with commas between them'))),
      of: z.optional(EventId),
      /** The series is to get another rule, which names these days. */
      rule: z.optional(z.literal('other')),
    }),
    returns: z.object({ events: z.array(Clash) }),
    refuses: ['event_deleted', 'team_archived'],
  },
  'GET /rest-api/calendar/deleted/{orgUnitId}': {
    can: 'canEditEvents',
    subject: 'path.orgUnitId',
    does: 'Lists what a team, or the club without a team, has deleted in the last 30 days, the latest first.',
    early: true,
    returns: z.object({
      events: z.array(z.extend(Event, { deletedAt: z.string(), seriesId: z.nullable(z.string()) })),
    }),
  },
} as const satisfies Area
