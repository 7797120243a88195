import type { Event } from '#functions/table/events.ts'
import type { Organization } from '#functions/table/organizations.ts'
import type { NewPlayer } from '#functions/table/rosters.ts'
import type { Team } from '#functions/table/teams.ts'
import { firstEventTypes } from '#shared/rules/eventTypes.ts'

/** A whole club as plain data: what the demo writes, and what tests compare with its sources. */
export type Club = { organization: Organization; squads: Squad[] }
/** `weekly`: meets once a week; it has asked its players up to the next week alone, and asks for the season’s fee alone. */
export type Squad = { team: Team; players: NewPlayer[]; events: Event[]; weekly?: true }

export const hour = 60
/** What an event of one of the types has with which every club begins. */
export function typed(id: 'game' | 'practice'): Pick<Event, 'eventType' | 'eventTypeId'> {
  const { name = '', color = '' } = firstEventTypes.find((type) => type.id === id) ?? {}
  return { eventTypeId: id, eventType: { name, color } }
}
/** The instant so many minutes after another. */
export const after = (instant: string, minutes: number): string =>
  Temporal.Instant.from(instant).add({ minutes }).toString()
