import { dequal } from 'dequal'
import type { organization } from '#shared/api/organization.ts'
import { organizationOf, teamOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { byTitle } from '#shared/rules/names.ts'
import { venueFaults, type VenueValues } from '#shared/rules/venues.ts'
import type { CallOf } from '../serve.ts'
import { organizations, settingsOf } from '../table/organizations.ts'
import { retryOnConflict, update, write } from '../table/table.ts'
import { type Venue, venues } from '../table/venues.ts'
import { ifUnchanged } from '../table/writes.ts'
import { refuseFaults } from '../http/refuseFaults.ts'
import { unitOf } from './unitOf.ts'

/** The venues of a team: its own, and the club's for all teams. */
export async function listVenues({
  params: { orgUnitId },
}: CallOf<typeof organization, 'GET /rest-api/organization/venues/{orgUnitId}'>) {
  const organizationId = organizationOf(orgUnitId)
  const [clubVenues, teamVenues, { sport, organization, archived }] = await Promise.all([
    orgUnitId === organizationId ? venues.of(organizationId) : venues.ofUnit(organizationId),
    orgUnitId === organizationId ? [] : venues.ofUnit(orgUnitId),
    unitOf(orgUnitId),
  ])
  return {
    venues: [...clubVenues, ...teamVenues].toSorted(byTitle).map(venueCard),
    fieldLabel: sport.fieldLabel,
    country: settingsOf(organization).country,
    ...(archived && { archived }),
  }
}

/** Creates a venue of the organization or team. Idempotent. */
export async function addVenue({
  params: { orgUnitId },
  body: { part, ...values },
  stamp,
}: CallOf<typeof organization, 'POST /rest-api/organization/venues/{orgUnitId}'>) {
  const venueId = `${orgUnitId}.${part}`
  const { organization } = await unitOf(orgUnitId)
  refuseFaults(venueFaults(values, organization.country))
  const outcome = await write(stamp, venues.createOnce({ venueId, ...values }, 'already_there'))
  const stored = outcome === 'repeated' ? await venues.get({ venueId }, { consistent: true }) : undefined
  return venueCard(stored ?? { venueId, ...values })
}

export async function changeVenue({
  params: { venueId },
  body: { before, ...values },
  stamp,
}: CallOf<typeof organization, 'PUT /rest-api/organization/venue/{venueId}'>) {
  const organization = await organizations.get({ organizationId: organizationOf(venueId) })
  refuseFaults(venueFaults(values, organization?.country))
  return retryOnConflict(async () => {
    const venue = await venues.get({ venueId }, { consistent: true })
    if (!venue) throw new Problem('not_found')
    if (hasSameValues(venue, values)) return venueCard(venue)
    // The form sends the whole venue: based on an outdated one, it would overwrite another user's change.
    if (before && !hasSameValues(venue, before)) throw new Problem('conflict')
    return venueCard(await update(stamp, venues.change({ venueId }, { set: values, when: ifUnchanged(venue) })))
  })
}

const hasSameValues = (venue: Venue, values: VenueValues): boolean =>
  (['name', 'address', 'city', 'state', 'zip', 'mapUrl', 'fields'] as const).every((name) =>
    dequal(venue[name], values[name]),
  )

export async function removeVenue({
  params: { venueId },
  stamp,
}: CallOf<typeof organization, 'DELETE /rest-api/organization/venue/{venueId}'>) {
  await write(stamp, venues.remove({ venueId }))
  return {}
}

const venueCard = ({ venueId, name, address, city, state, zip, mapUrl, fields }: Venue) => ({
  id: venueId,
  name,
  address,
  city,
  state,
  zip,
  mapUrl,
  fields,
  teamId: teamOf(venueId) ?? null,
  global: teamOf(venueId) === undefined,
})
