import * as z from 'zod/mini'
import { Location, part } from '../fields.ts'
import type { Area } from '../route.ts'

/** `teamId`: the team it belongs to; null for the venues of all teams. */
const Venue = z.extend(Location, { id: z.string(), fields: z.array(z.string()), teamId: z.nullable(z.string()) })

/** `rules/venues.ts` has the limits, and the post code format of the club's country. */
const text = z.string().check(z.trim(), z.maxLength(2000))
const VenueBody = z.object({
  name: text,
  address: text,
  city: text,
  state: text,
  zip: text,
  mapUrl: text,
  fields: z.array(text).check(z.maxLength(100)),
})

/** A club's venues. */
export const venues = {
  'GET /rest-api/organization/venues/{orgUnitId}': {
    can: 'canEditEvents',
    subject: 'path.orgUnitId',
    does: 'Lists the venues of an organization, or those available to a team: its own and those of all teams.',
    early: true,
    returns: z.object({
      venues: z.array(Venue),
      /** The sport's word for a playing field: Field, Court, Rink … */
      fieldLabel: z.string(),
      /** The club's country, which determines the post code format; '' if not set. */
      country: z.string(),
      /** An archived team, which takes no new events. */
      archived: z.optional(z.boolean()),
    }),
  },
  'POST /rest-api/organization/venues/{orgUnitId}': {
    can: 'canEditEvents',
    subject: 'path.orgUnitId',
    does: 'Creates a venue for all teams of an organization, or for one team. The client chooses the last part of its id, which makes the call idempotent.',
    body: z.extend(VenueBody, { part: part('v') }),
    returns: Venue,
    refuses: ['already_there'],
  },
  'PUT /rest-api/organization/venue/{venueId}': {
    can: 'canEditEvents',
    subject: 'path.venueId',
    does: 'Updates a venue. With `before`, the call is refused if the venue was changed since. Events already planned there are not changed. Idempotent.',
    body: z.extend(VenueBody, { before: z.optional(VenueBody) }),
    returns: Venue,
    refuses: ['conflict'],
  },
  'DELETE /rest-api/organization/venue/{venueId}': {
    can: 'canEditEvents',
    subject: 'path.venueId',
    does: 'Deletes a venue. Events already planned there are not changed.',
    returns: z.object({}),
  },
} as const satisfies Area
