import { Problem } from '#shared/problems.ts'
import { type Event, events, isThere } from '../table/events.ts'
import type { Kept } from '../table/writes.ts'

/** An event as it is now. */
export async function eventNow(eventId: string): Promise<Kept<Event>> {
  const event = await events.get({ eventId }, { consistent: true })
  if (!event) throw new Problem('not_found')
  return event
}

/** The same, while it is not deleted. */
export async function standing(eventId: string): Promise<Kept<Event>> {
  const event = await eventNow(eventId)
  if (!isThere(event)) throw new Problem('event_deleted')
  return event
}
