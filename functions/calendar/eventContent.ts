import type { planning } from '#shared/api/planning.ts'
import { organizationOf } from '#shared/ids.ts'
import { faultAt, Problem } from '#shared/problems.ts'
import { addHours } from '#shared/rules/days.ts'
import { maxEventDays } from '#shared/rules/eventForm.ts'
import { typeIn } from '#shared/rules/eventTypes.ts'
import type { CallOf } from '../serve.ts'
import type { Event } from '../table/events.ts'
import { eventTypes } from '../table/eventTypes.ts'

type Body = CallOf<typeof planning, 'PUT /rest-api/calendar/event/{eventId}'>['body']
export type EventInput = Pick<
  Body,
  'name' | 'description' | 'start' | 'end' | 'timezone' | 'field' | 'eventTypeId' | 'location' | 'answerBy'
>
export type EventContent = Pick<
  Event,
  | 'name'
  | 'description'
  | 'start'
  | 'end'
  | 'timezone'
  | 'field'
  | 'eventType'
  | 'location'
  | 'answerBy'
  | 'eventTypeId'
>

/** An instant in the table's format, which is compared as text: UTC without a fraction of a second. */
export const instant = (text: string): string => addHours(text, 0).replace(/\.\d+Z$/, 'Z')

/**
 * The content of an event as it is stored, from what the coach entered. `currentEvent`: the event that is changed; it may keep an event type
 * that the club has deleted since.
 */
export async function contentOf(
  orgUnitId: string,
  body: EventInput,
  currentEvent?: Promise<Pick<Event, 'eventType' | 'eventTypeId'>>,
): Promise<EventContent> {
  const [start, end] = [instant(body.start), instant(body.end)]
  if (end < start || end > addHours(start, maxEventDays * 24))
    throw new Problem('bad_request', [
      faultAt('end', 'invalid', { message: `Send an end after the start, and at most ${maxEventDays} days later.` }),
    ])
  const answerBy = body.answerBy === null ? undefined : instant(body.answerBy)
  if (answerBy !== undefined && answerBy > start)
    throw new Problem('bad_request', [
      faultAt('answerBy', 'invalid', { message: 'Send a deadline that is not after the start.' }),
    ])
  const [{ types }, currentType] = await Promise.all([
    eventTypes.of({ organizationId: organizationOf(orgUnitId) }),
    currentEvent,
  ])
  const keepsType =
    currentType &&
    !types.some(({ id }) => id === body.eventTypeId) &&
    body.eventTypeId === (currentType.eventTypeId ?? 'kept')
  const type = keepsType ? { id: body.eventTypeId, ...currentType.eventType } : typeIn(types, body.eventTypeId)
  if (!type) throw new Problem('bad_request', [faultAt('eventTypeId', 'select_one')])
  const { name, description, timezone, field, location } = body
  const { mapUrl, ...place } = location ?? {}
  const storedLocation = location ? ({ ...place, ...(mapUrl && { mapUrl }) } as EventContent['location']) : undefined
  const eventType = { name: type.name, color: type.color }
  const content = { name, description, start, end, timezone, field, eventTypeId: type.id, eventType }
  // Empty fields are removed.
  return { ...content, ...({ answerBy, location: storedLocation } as Pick<EventContent, 'answerBy' | 'location'>) }
}
