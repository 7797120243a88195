import type { VenueValues } from '#shared/rules/venues.ts'
import { entity } from './entity.ts'
import { organizationPartitionOf } from './organizations.ts'
import { all, startingWith } from './table.ts'

export type VenueId = { venueId: string }
/** A place where a club plays. Whose it is, all teams' or one's, stands in its id. */
export type Venue = VenueId & VenueValues

export const venues = {
  ...entity<Venue, VenueId>('Venue', {
    key: ({ venueId }) => ({ pk: organizationPartitionOf(venueId), sk: `VENUE#${venueId}` }),
  }),
  /** All venues of an organization: a club has some dozens. */
  of: (organizationId: string) =>
    all<Venue>({ pk: organizationPartitionOf(organizationId), ...startingWith('VENUE#') }),
  /** Those for all teams, or those that are one team's own. */
  ofUnit: (orgUnitId: string) =>
    all<Venue>({ pk: organizationPartitionOf(orgUnitId), ...startingWith(`VENUE#${orgUnitId}.v`) }),
}
