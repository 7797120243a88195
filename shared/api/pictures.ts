import * as z from 'zod/mini'
import { pictureAudiences } from '../rules/pictures.ts'
import { id } from './fields.ts'
import type { Area } from './route.ts'

/** A picture of at most 200 x 200 pixels, as base64 JPEG: made by the screen from the chosen file. */
const Jpeg = z.base64().check(z.maxLength(160_000))
const Up = z.object({ jpeg: Jpeg })
/** A URL that is valid for a few minutes; null shows initials. */
const Shown = z.object({ pictureUrl: z.nullable(z.string()) })
const About = z.object({ o: z.optional(id('team')) })
const ofPlayer = { can: { grownUp: 'family' }, subject: 'path.playerId', team: 'query.o', query: About } as const
const ofTeam = { can: 'canEditTeam', subject: 'path.teamId' } as const

/** Pictures of players and teams. A player's is shown as far as their family allows. */
export const pictures = {
  'GET /rest-api/pictures/mine': {
    can: 'signed_in',
    does: 'Says where the pictures of one’s own players, and of those whom one follows, can be seen for some minutes.',
    returns: z.object({ players: z.array(z.object({ id: z.string(), pictureUrl: z.string() })) }),
  },
  'PUT /rest-api/pictures/player/{playerId}': {
    ...ofPlayer,
    does: 'Puts up a player’s picture, in place of the one before. A club puts none up where the family wants none.',
    body: Up,
    returns: Shown,
    refuses: ['not_a_picture', 'no_pictures_wanted', 'too_many_requests'],
  },
  'DELETE /rest-api/pictures/player/{playerId}': {
    ...ofPlayer,
    does: 'Takes a player’s picture down; initials are shown again.',
    returns: Shown,
  },
  'PUT /rest-api/pictures/player/{playerId}/audience': {
    ...ofPlayer,
    does: 'Says to whom pictures of a player may be shown. Their family says it, and nobody else: of a child one of the grown-ups.',
    body: z.object({ to: z.enum(pictureAudiences) }),
    returns: z.object({ to: z.enum(pictureAudiences) }),
  },
  'PUT /rest-api/pictures/team/{teamId}': {
    ...ofTeam,
    does: 'Puts up a team’s picture, in place of the one before.',
    body: Up,
    returns: Shown,
    refuses: ['not_a_picture', 'too_many_requests'],
  },
  'DELETE /rest-api/pictures/team/{teamId}': {
    ...ofTeam,
    does: 'Takes a team’s picture down.',
    returns: Shown,
  },
} as const satisfies Area
