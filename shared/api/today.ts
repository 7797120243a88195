import * as z from 'zod/mini'
import { Event, Instant, InviteStatus, Location, Note, PlayerInvite, PlayerName, ids } from './fields.ts'
import type { Area } from './route.ts'

/** More players than any family has; a hint beyond it is refused, since each costs a read. */
export const mostHintedPlayers = 20

export const today = {
  'GET /api/v1/today': {
    can: 'signed_in',
    does: 'Shows today’s events of own players and coached teams, and what waits for an answer.',
    query: z.object({
      startUtc: Instant,
      /** The caller's own players as last seen, so that their invites are read beside the permission check. */
      players: z.optional(ids('player', mostHintedPlayers)),
    }),
    returns: z.object({
      todaysEvents: z.array(
        z.object({
          location: z.nullable(Location),
          player: z.nullable(PlayerName),
          invite: z.nullable(PlayerInvite),
          event: Event,
        }),
      ),
      unpaidFeeCount: z.int(),
      unpaidLateFeeCount: z.int(),
      unreadMessagesCount: z.int(),
      pendingPlayerInviteCount: z.int(),
    }),
  },
  'GET /user/updateInviteStatus/{inviteFile}': {
    can: 'family',
    subject: 'path.inviteFile',
    does: 'Answers an invite for a player: Yes, No, or open again; with or without a note to the coach.',
    writes: true,
    query: z.object({
      format: z.optional(z.literal('json')),
      status: InviteStatus,
      note: z.optional(Note),
    }),
    returns: PlayerInvite,
    refuses: ['invite_removed'],
  },
} as const satisfies Area
