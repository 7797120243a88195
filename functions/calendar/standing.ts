import { Problem } from '#shared/problems.ts'
import { type Event, events, isDeleted, isThere } from '../table/events.ts'
import type { Stored } from '../table/writes.ts'

/** An event as it is now. */
export async function eventNow(eventId: string): Promise<Stored<Event>> {
  const event = await events.get({ eventId }, { consistent: true })
  if (!event) throw new Problem('not_found')
  return event
}

/** The same, but refuses events that are deleted, or hidden with their team. */
export async function standing(eventId: string): Promise<Stored<Event>> {
  const event = await eventNow(eventId)
  refuseGone(event)
  return event
}

export function refuseGone(event: Event): void {
  if (isDeleted(event)) throw new Problem('event_deleted')
  if (!isThere(event)) throw new Problem('team_archived')
}
