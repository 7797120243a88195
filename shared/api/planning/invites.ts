import * as z from 'zod/mini'
import { id, InviteStatus, part, PlayerInvite, PlayerName } from '../fields.ts'
import type { Area } from '../route.ts'
import { EventId } from './fields.ts'

/** The invites of an event. */
export const invites = {
  'GET /api/v1/notInvitedPlayers/{eventId}': {
    can: 'canEditEvents',
    subject: 'path.eventId',
    does: 'Lists the players of the event’s team, or of the club, who are not invited, and the ids of those invited as guests.',
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
    does: 'Invites a player to an event, with an open answer or one given by the coach. An existing invite is not changed.',
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
    does: 'Invites all players of the event’s team, or of the club, who are not invited yet.',
    query: z.object({ eventId: EventId, inviteStatus: InviteStatus }),
    returns: z.object({ success: z.literal(true), invited: z.int() }),
    refuses: ['event_deleted', 'team_archived'],
  },
  'POST /orgUnit/removePlayerInvite/{inviteId}': {
    can: 'canEditEvents',
    subject: 'path.inviteId',
    does: 'Removes a player’s invite together with its answer.',
    /** An id chosen by the client, if it may be undone: addPlayerInvite restores what it took under that id. */
    query: z.object({ removal: z.optional(part('r')) }),
    returns: z.object({ success: z.literal(true) }),
  },
} as const satisfies Area
