import type { VenueValues } from '#shared/rules/venues.ts'
import { entity } from './entity.ts'
import { organizationPartitionOf } from './organizations.ts'
import { all, startingWith } from './table.ts'

export type VenueId = { venueId: string }
/** A venue of a club. Its id contains the team if it belongs to one. */
export type Venue = VenueId & VenueValues

export const venues = {
  ...entity<Venue, VenueId>('Venue', {
    key: ({ venueId }) => ({ pk: organizationPartitionOf(venueId), sk: `VENUE#${venueId}` }),
  }),
  /** All venues of an organization: a few dozen. */
  of: (organizationId: string) =>
    all<Venue>({ pk: organizationPartitionOf(organizationId), ...startingWith('VENUE#') }),
  /** The venues for all teams, or those of one team. */
  ofUnit: (orgUnitId: string) =>
    all<Venue>({ pk: organizationPartitionOf(orgUnitId), ...startingWith(`VENUE#${orgUnitId}.v`) }),
}
