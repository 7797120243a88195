import * as z from 'zod/mini'
import { maxCopies } from '../../rules/eventForm.ts'
import { id, Instant } from '../fields.ts'
import { multipart } from '../media.ts'
import type { Area } from '../route.ts'
import { EventId } from './fields.ts'

const booleanText = z.enum(['true', 'false'])

/** Copies of an event. */
export const clones = {
  'POST /api/v1/cloneEvent/{eventId}': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Copies an event to another time and invites the same players: those who are still on the team, and its guests. The client chooses the new event’s id.',
    body: multipart(
      z.object({ newEventId: EventId, start: Instant, end: z.optional(Instant), mail: z.optional(booleanText) }),
      10_000,
    ),
    returns: z.object({ success: z.literal(true), id: z.string() }),
    refuses: ['event_deleted', 'team_archived', 'saved_before', 'conflict'],
  },
  'POST /apiV1/cloneEventToTeams/': {
    can: 'canEditEvents',
    subject: 'body.eventId',
    does: 'Copies an event to other teams of the club on which the caller may edit events, and invites their rosters. Idempotent.',
    body: z.object({
      eventId: EventId,
      teamIds: z.array(id('team')).check(z.minLength(1), z.maxLength(maxCopies)),
      mail: z.optional(z.boolean()),
    }),
    returns: z.object({ success: z.literal(true), events: z.array(z.object({ id: z.string(), teamId: z.string() })) }),
    refuses: ['event_deleted', 'team_archived', 'conflict'],
  },
} as const satisfies Area
