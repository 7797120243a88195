import type { Event } from '#functions/table/events.ts'
import type { Organization } from '#functions/table/organizations.ts'
import type { NewPlayer } from '#functions/table/rosters.ts'
import type { Team } from '#functions/table/teams.ts'
import { firstEventTypes } from '#shared/rules/eventTypes.ts'

/** A whole club as plain data, which the demo writes and tests compare with its sources. */
export type Club = { organization: Organization; squads: Squad[] }
/** `weekly`: meets once a week; has invited its players only up to the next week, and charges only the season’s fee. */
export type Squad = { team: Team; players: NewPlayer[]; events: Event[]; weekly?: true }

export const hour = 60
/** The fields of an event of one of the default event types. */
export function withEventType(id: 'game' | 'practice'): Pick<Event, 'eventType' | 'eventTypeId'> {
  const { name = '', color = '' } = firstEventTypes.find((type) => type.id === id) ?? {}
  return { eventTypeId: id, eventType: { name, color } }
}
/** The instant that many minutes after another. */
export const addMinutes = (instant: string, minutes: number): string =>
  Temporal.Instant.from(instant).add({ minutes }).toString()
