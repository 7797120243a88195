import * as z from 'zod/mini'
import { eventTypeLimit, maxEventTypes } from '../../rules/eventTypes.ts'
import type { Area } from '../route.ts'
import { TypeId } from './fields.ts'

const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/))
const EventType = z.object({
  id: TypeId,
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(eventTypeLimit), z.regex(/^[^\n\t]*$/)),
  color: Color,
})
const EventTypes = z.object({ types: z.array(EventType), revision: z.int() })

/** A club's types of event. */
export const types = {
  'GET /rest-api/calendar/event-types/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Lists the event types of a club with their colors.',
    early: true,
    /** With the club's time zone. */
    returns: z.extend(EventTypes, { timezone: z.string() }),
  },
  'PUT /rest-api/calendar/event-types/{orgId}': {
    can: 'canEditEvents',
    subject: 'path.orgId',
    does: 'Replaces the event types of a club. Existing events keep the name and color of their type.',
    body: z.object({
      types: z.array(EventType).check(z.minLength(1), z.maxLength(maxEventTypes)),
      revision: z.int(),
    }),
    returns: EventTypes,
    refuses: ['conflict'],
  },
} as const satisfies Area
