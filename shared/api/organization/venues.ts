import * as z from 'zod/mini'
import { Location, part } from '../fields.ts'
import type { Area } from '../route.ts'

/** `global`: for all teams of the club. Otherwise it is one team's own, which its id says. */
const Venue = z.extend(Location, { id: z.string(), fields: z.array(z.string()), teamId: z.nullable(z.string()) })

/** How long each may be, and what a post code is in the club's country, is said by `rules/venues.ts`. */
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

/** Where a club plays. */
export const venues = {
  'GET /rest-api/organization/venues/{orgUnitId}': {
    can: 'canEditEvents',
    subject: 'path.orgUnitId',
    does: 'Lists where an organization plays: all of its venues, or those for all teams and a team’s own.',
    early: true,
    returns: z.object({
      venues: z.array(Venue),
      /** What the sport calls a field: Field, Court, Rink … */
      fieldLabel: z.string(),
      /** The club's country, by whose rules a post code is right; '' when it is not said. */
      country: z.string(),
      /** It is a team that is archived, which takes no new events. */
      archived: z.optional(z.boolean()),
    }),
  },
  'POST /rest-api/organization/venues/{orgUnitId}': {
    can: 'canEditEvents',
    subject: 'path.orgUnitId',
    does: 'Adds a venue for all teams of an organization, or for one team. The caller makes the last part of its id: the same again changes nothing.',
    body: z.extend(VenueBody, { part: part('v') }),
    returns: Venue,
    refuses: ['already_there'],
  },
  'PUT /rest-api/organization/venue/{venueId}': {
    can: 'canEditEvents',
    subject: 'path.venueId',
    does: 'Changes a venue. With what was seen of it before, it is refused where something else stands by now. The same again changes nothing. Events that are planned there keep what they say.',
    body: z.extend(VenueBody, { before: z.optional(VenueBody) }),
    returns: Venue,
    refuses: ['conflict'],
  },
  'DELETE /rest-api/organization/venue/{venueId}': {
    can: 'canEditEvents',
    subject: 'path.venueId',
    does: 'Takes a venue off the list. Events that are planned there stay.',
    returns: z.object({}),
  },
} as const satisfies Area
