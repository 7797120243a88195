import { handler as copies } from '#functions/copies/handler.ts'
import { type Event, events } from '#functions/table/events.ts'
import type { Api } from '#shared/api/index.ts'
import type { Input } from '#shared/api/route.ts'
import { newPart, stamp } from '../club.ts'
import { putIn } from '../copy.ts'
import { deliverTo } from '../workers.ts'

const CREATE = 'POST /rest-api/calendar/events/{orgUnitId}'
export type NewEvent = Input<typeof CREATE, Api[typeof CREATE]>['body']

/** A coach's input: Tuesday at 5:30 pm in Chicago. */
export const eventForm = {
  name: 'Practice',
  description: 'Bring water.',
  start: '2026-11-24T23:30:00Z',
  end: '2026-11-25T01:00:00Z',
  timezone: 'America/Chicago',
  field: '2',
  eventTypeId: 'practice',
  location: null,
  answerBy: null,
}
export const aNewEvent = (orgUnitId: string, changes: Partial<NewEvent> = {}): NewEvent => ({
  ...eventForm,
  eventId: `${orgUnitId}.${newPart('e')}`,
  invite: 'everybody',
  mail: false,
  ...changes,
})

/** Tells the worker that syncs invites that their event has changed. */
export const deliverEvent = (eventId: string) => deliverTo(copies, { kind: 'Event', ...events.key({ eventId }) })

/** Adds many events without invites to a calendar at once. */
export async function writeEvents(newEvents: readonly Event[]): Promise<void> {
  await putIn(
    stamp,
    newEvents.map((event) => events.create(event)),
  )
}
