import { Problem } from '#shared/problems.ts'
import { type Event, events, isDeleted, isVisible } from '../table/events.ts'
import type { Stored } from '../table/writes.ts'

/** The event, read consistently; also if deleted. Throws `not_found`. */
export async function requireEvent(eventId: string): Promise<Stored<Event>> {
  const event = await events.get({ eventId }, { consistent: true })
  if (!event) throw new Problem('not_found')
  return event
}

/** The same; also throws `event_deleted`, or `team_archived` if it was archived with its team. */
export async function existingEvent(eventId: string): Promise<Stored<Event>> {
  const event = await requireEvent(eventId)
  refuseDeletedOrArchived(event)
  return event
}

/** Throws `event_deleted` for a deleted event, and `team_archived` for one archived with its team. */
export function refuseDeletedOrArchived(event: Event): void {
  if (isDeleted(event)) throw new Problem('event_deleted')
  if (!isVisible(event)) throw new Problem('team_archived')
}
