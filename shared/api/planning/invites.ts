import * as z from 'zod/mini'
import { id, InviteStatus, part, PlayerInvite, PlayerName } from '../fields.ts'
import type { Area } from '../route.ts'
import { EventId } from './fields.ts'

/** The invites of an event. */
export const invites = {
  'GET /api/v1/notInvitedPlayers/{eventId}': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Lists the players of the event’s team, or of the club, who are not invited, and who is invited as a guest.',
    early: true,
    returns: z.object({
      players: z.array(PlayerName),
      /** The ids of players invited without being on the team. */
      guests: z.array(z.string()),
    }),
  },
  'POST /event/addPlayerInvite': {
    can: 'canEditEvents',
    subject: 'query.eventId',
    does: 'Invites a player, as waiting for an answer or as answered by the coach. Who is invited already stays so.',
    query: z.object({
      eventId: EventId,
      playerId: id('player'),
      inviteStatus: InviteStatus,
      /** Restores the invite that this removal took, within a day: with its answer and note, no matter who gave them. */
      removal: z.optional(part('r')),
    }),
    returns: z.object({ success: z.literal(true), invite: PlayerInvite }),
    refuses: ['event_deleted', 'team_archived'],
  },
  'POST /event/addPlayerInviteForAllUninvitedPlayers': {
    can: 'canEditEvents',
    subject: 'query.eventId',
    does: 'Invites every player of the event’s team, or of the club, who is not invited yet.',
    query: z.object({ eventId: EventId, inviteStatus: InviteStatus }),
    returns: z.object({ success: z.literal(true), invited: z.int() }),
    refuses: ['event_deleted', 'team_archived'],
  },
  'POST /orgUnit/removePlayerInvite/{inviteId}': {
    can: 'canEditEvents',
    subject: 'path.inviteId',
    does: 'Takes a player’s invite back, and the answer with it.',
    /** An id chosen by the client, if it may be undone: addPlayerInvite restores what it took under that id. */
    query: z.object({ removal: z.optional(part('r')) }),
    returns: z.object({ success: z.literal(true) }),
  },
} as const satisfies Area
