import * as z from 'zod/mini'
import { pictureAudiences } from '../rules/pictures.ts'
import { id } from './fields.ts'
import type { Area } from './route.ts'

/** A picture of at most 200 x 200 pixels, as base64 JPEG: made by the screen from the chosen file. */
const Jpeg = z.base64().check(z.maxLength(160_000))
const PictureUpload = z.object({ jpeg: Jpeg })
/** A URL that is valid for a few minutes; null shows initials. */
const PictureUrl = z.object({ pictureUrl: z.nullable(z.string()) })
const TeamQuery = z.object({ o: z.optional(id('team')) })
const ofPlayer = { can: { grownUp: 'family' }, subject: 'path.playerId', team: 'query.o', query: TeamQuery } as const
const ofTeam = { can: 'canEditTeam', subject: 'path.teamId' } as const

/** Pictures of players and teams. A player's is shown as far as their family allows. */
export const pictures = {
  'GET /rest-api/pictures/mine': {
    can: 'signed_in',
    does: 'Lists the URLs of the pictures of the caller’s own and followed players, valid for a few minutes.',
    returns: z.object({ players: z.array(z.object({ id: z.string(), pictureUrl: z.string() })) }),
  },
  'PUT /rest-api/pictures/player/{playerId}': {
    ...ofPlayer,
    does: 'Sets or replaces a player’s picture. The club cannot set one if the family does not want pictures.',
    body: PictureUpload,
    returns: PictureUrl,
    refuses: ['not_a_picture', 'no_pictures_wanted', 'too_many_requests'],
  },
  'DELETE /rest-api/pictures/player/{playerId}': {
    ...ofPlayer,
    does: 'Deletes a player’s picture. Initials are shown instead.',
    returns: PictureUrl,
  },
  'PUT /rest-api/pictures/player/{playerId}/audience': {
    ...ofPlayer,
    does: 'Sets who may see pictures of a player. Only the player’s family can set it, for a child only an adult of the family.',
    body: z.object({ to: z.enum(pictureAudiences) }),
    returns: z.object({ to: z.enum(pictureAudiences) }),
  },
  'PUT /rest-api/pictures/team/{teamId}': {
    ...ofTeam,
    does: 'Sets or replaces a team’s picture.',
    body: PictureUpload,
    returns: PictureUrl,
    refuses: ['not_a_picture', 'too_many_requests'],
  },
  'DELETE /rest-api/pictures/team/{teamId}': {
    ...ofTeam,
    does: 'Deletes a team’s picture.',
    returns: PictureUrl,
  },
} as const satisfies Area
