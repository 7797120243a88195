import * as z from 'zod/mini'
import { Event } from '../fields.ts'
import type { Area } from '../route.ts'
import { Changed, eventFields, EventId, Revision } from './fields.ts'

/** Making, changing and taking away events: for who may edit events of the team, or of the club. */
export const events = {
  'POST /rest-api/calendar/events/{orgUnitId}': {
    can: 'canEditEvents',
    subject: 'path.orgUnitId',
    does: 'Makes an event of a team, or of the club without a team, and invites its players. The id is made by who calls: the same again changes nothing.',
    body: z.object({
      ...eventFields,
      eventId: EventId,
      /** Invite everybody who is on the team, or in the club; or nobody yet. */
      invite: z.enum(['everybody', 'nobody']),
      /** Ask the families by mail too. */
      mail: z.boolean(),
    }),
    returns: z.object({ id: z.string(), invited: z.int() }),
    refuses: ['conflict'],
  },
  'PUT /rest-api/calendar/event/{eventId}': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Changes an event as it was seen: refused when somebody else has changed it since. Answers stay, unless they are asked for again.',
    body: z.object({
      ...eventFields,
      revision: Revision,
      /** Every answer is asked for again. */
      askAgain: z.boolean(),
      /** Tell the families by mail when day, time or place are others. */
      tell: z.boolean(),
    }),
    returns: Changed,
    refuses: ['conflict', 'event_deleted'],
  },
  'POST /rest-api/calendar/event/{eventId}/cancel': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Cancels an event, or takes that back. It stays in every calendar, marked; families are told by mail if the caller wants it.',
    body: z.object({ cancelled: z.boolean(), tell: z.boolean() }),
    returns: Changed,
    refuses: ['event_deleted'],
  },
  'GET /api/v1/deleteEvent/{eventId}': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Takes an event out of every calendar. It can be brought back with its answers for 30 days.',
    returns: z.object({ success: z.literal(true) }),
  },
  'POST /rest-api/calendar/event/{eventId}/restore': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Brings a deleted event back, with its answers.',
    returns: Changed,
  },
  'GET /rest-api/calendar/deleted/{orgUnitId}': {
    can: 'canEditEvents',
    subject: 'path.orgUnitId',
    does: 'Lists what a team, or the club without a team, has deleted in the last 30 days, the latest first.',
    early: true,
    returns: z.object({ events: z.array(z.extend(Event, { deletedAt: z.string() })) }),
  },
} as const satisfies Area
