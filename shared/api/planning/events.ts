import * as z from 'zod/mini'
import { eventLimits } from '../../rules/eventForm.ts'
import { Day, Event, Instant, Note, part } from '../fields.ts'
import type { Area } from '../route.ts'
import { NewRevision, eventFields, EventId, Repeat, Revision, Scope, Zone } from './fields.ts'

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
    does: 'Creates an event of a team, or of the club without a team, and invites its players. The client chooses the id, which makes the call idempotent; the same id with other content is refused.',
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
    does: 'Creates a series of recurring events from the day of `start` on, each with its own invites. The client chooses the last part of the series id: repeating the call creates only missing events; the same id with other content is refused.',
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
    does: 'Updates an event. Refused with `conflict` if it was changed since the given revision, or with `saved_before` if that change was the caller’s own on the same revision. Answers are kept unless they are asked for again.',
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
    returns: NewRevision,
    refuses: ['conflict', 'saved_before', 'event_deleted', 'team_archived'],
  },
  'POST /rest-api/calendar/event/{eventId}/cancel': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Cancels an event, or restores a canceled one. A canceled event stays in every calendar and is marked. With `tell`, families are notified by email, with the reason if one is given. If the event was moved while it was canceled, restoring it asks for new answers.',
    body: z.object({ cancelled: z.boolean(), tell: z.boolean(), reason: z.optional(Note) }),
    returns: NewRevision,
    refuses: ['event_deleted', 'team_archived', 'note_too_long'],
  },
  'GET /api/v1/deleteEvent/{eventId}': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Deletes an event; of a series, with `scope`, also the future dates that follow it, or all future dates. It can be restored with its answers for 30 days.',
    query: z.object({ scope: z.optional(Scope) }),
    returns: z.object({ success: z.literal(true) }),
  },
  'POST /rest-api/calendar/event/{eventId}/restore': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Restores a deleted event with its answers; with `together`, also the dates of its series that were deleted with it.',
    query: z.object({ together: z.optional(z.literal('true')) }),
    returns: NewRevision,
  },
  'GET /rest-api/calendar/clashes/{orgUnitId}': {
    can: 'canEditEvents',
    subject: 'path.orgUnitId',
    does: 'Lists events that overlap with a period: those of the team, and those of the club at `place`, limited to one `field` if given. With `days`, checks the same time on each of these days and returns the earliest events found. With `of`, these days belong to the series of that event, whose dates are taken as they would be after the change.',
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
    does: 'Lists the events that a team, or the club without a team, has deleted in the last 30 days, latest first.',
    early: true,
    returns: z.object({
      events: z.array(z.extend(Event, { deletedAt: z.string(), seriesId: z.nullable(z.string()) })),
    }),
  },
} as const satisfies Area
