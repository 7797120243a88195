import { organizationOf, teamOf } from '#shared/ids.ts'
import { by, entity } from './entity.ts'
import { organizationPartition } from './organizations.ts'
import type { Range } from './table.ts'
import { teamPartition } from './teams.ts'

export type Place = {
  name: string
  address: string
  city: string
  state: string
  zip: string
  mapUrl?: string
  global?: boolean
}
/**
 * What a card shows of an event; each invite repeats it. `start` and `end` are instants, `timezone` the venue's. `teamName` is
 * the name of the team, or of the organization when it is an event of the club without a team.
 */
export type EventSummary = {
  name: string
  description: string
  start: string
  end: string
  timezone: string
  field: string
  eventType: { name: string; color: string }
  teamName: string
  fieldLabel: string
  location?: Place
}
export type EventId = { eventId: string }
/** `inviting`: further players are being invited; the others have been. */
export type Event = EventId & EventSummary & { seriesId?: string; inviting?: true }

export const summaryOf = (event: EventSummary) => {
  const { name, description, start, end, timezone, field, eventType, teamName, fieldLabel, location } = event
  return { name, description, start, end, timezone, field, eventType, teamName, fieldLabel, location }
}

const partitionOf = (id: string) => {
  const teamId = teamOf(id)
  return teamId ? teamPartition({ teamId }) : organizationPartition({ organizationId: organizationOf(id) })
}

export const events = {
  ...entity<Event, EventId>('Event', {
    key: ({ eventId }) => ({ pk: partitionOf(eventId), sk: `EVENT#${eventId}` }),
    lsi1: by(['start'], ({ start }) => `EVENT#${start}`),
    gsi2: by(['eventId', 'start'], ({ eventId, start }) => [
      `EVENTS#${organizationOf(eventId)}`,
      `${start}#${eventId}`,
    ]),
  }),
  /** The events of an organization and all its teams that start between two instants, in the order of time, as they were a moment ago. */
  everywhereBetween: (organizationId: string, from: string, to: string): Range => ({
    index: 'gsi2',
    pk: `EVENTS#${organizationId}`,
    from,
    to,
  }),
  /** The events of a team, or of an organization without a team, that start between two instants, in the order of time. */
  between: (orgUnitId: string, from: string, to: string): Range => ({
    index: 'lsi1',
    pk: partitionOf(orgUnitId),
    from: `EVENT#${from}`,
    to: `EVENT#${to}`,
  }),
}
