import * as z from 'zod/mini'
import { Email, id, PersonName } from '../fields.ts'
import type { Area } from '../route.ts'

/** The same sentence whether or not there is such a coach: nobody may find out addresses. */
const RequestResult = z.object({ success: z.boolean(), message: z.string() })

/** Asking a coach for access. */
export const requests = {
  'POST /api/v1/requestInvite': {
    can: 'signed_in',
    spends: 'mail',
    does: 'Asks a coach, by email address, for access to a player.',
    body: z.object({ email: Email, playerName: PersonName }),
    returns: RequestResult,
    refuses: ['too_many_requests'],
  },
  'POST /api/v1/requestAccessToTeam': {
    can: 'signed_in',
    spends: 'mail',
    does: 'Asks a coach, by email address, for access to a team.',
    body: z.object({ email: Email, teamName: PersonName }),
    returns: RequestResult,
    refuses: ['too_many_requests'],
  },
  'GET /rest-api/today/requests': {
    can: 'signed_in',
    does: 'Lists the requests for access that were sent to the caller as a coach.',
    early: true,
    returns: z.object({
      requests: z.array(
        z.object({
          id: z.string(),
          /** Both are empty until the user pool has been asked for them. */
          from: z.object({ name: z.string(), email: z.string() }),
          playerName: z.nullable(z.string()),
          teamName: z.nullable(z.string()),
          askedAt: z.string(),
        }),
      ),
    }),
  },
  'DELETE /rest-api/today/requests/{requestId}': {
    can: 'signed_in',
    does: 'Removes a request for access from the caller’s list.',
    returns: z.object({}),
  },
  'POST /rest-api/today/requests/{requestId}/grant': {
    can: 'canEditPlayers',
    subject: 'body.playerId',
    team: 'body.teamId',
    does: 'Grants a request: gives its sender access to a player, as family or follower, and closes the request. Refused with `access_taken` if their access to the player was removed before: they can be invited on the player’s page. Idempotent.',
    body: z.object({
      playerId: id('player'),
      /** A team that the player is on, for users with the right on the team only. */
      teamId: z.optional(id('team')),
      relation: z.enum(['own', 'following']),
    }),
    returns: z.object({}),
    refuses: ['answered_meanwhile', 'access_taken'],
  },
  'POST /rest-api/today/requests/{requestId}/decline': {
    can: 'signed_in',
    does: 'Declines a request for access. The sender sees this on their Today screen.',
    returns: z.object({}),
    refuses: ['answered_meanwhile'],
  },
  'GET /rest-api/today/my-requests': {
    can: 'signed_in',
    does: 'Lists the requests for access that the caller has sent to coaches in the last two months, with their state.',
    early: true,
    returns: z.object({
      requests: z.array(
        z.object({
          id: z.string(),
          to: z.string(),
          playerName: z.nullable(z.string()),
          teamName: z.nullable(z.string()),
          askedAt: z.string(),
          /** `waiting` also if nobody has that address: nobody may find that out. */
          state: z.enum(['waiting', 'granted', 'declined']),
        }),
      ),
    }),
  },
} as const satisfies Area
