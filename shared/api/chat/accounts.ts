import * as z from 'zod/mini'
import { id, UserId } from '../fields.ts'
import type { Area } from '../route.ts'

export const accounts = {
  'PUT /rest-api/chat/player-account/{playerId}': {
    can: { grownUp: 'family' },
    subject: 'path.playerId',
    team: 'body.teamId',
    does: 'Marks an account of a player’s family as the player’s own. While the player is a child, the account is never alone in chat with one adult.',
    body: z.object({ userId: UserId, teamId: z.optional(id('team')) }),
    returns: z.object({}),
    refuses: ['already_there', 'account_of_adult', 'account_of_guardian'],
  },
  'DELETE /rest-api/chat/player-account/{playerId}': {
    can: 'canEditPlayers',
    subject: 'path.playerId',
    does: 'Removes the mark that an account is a player’s own. Requires the right to edit all players of the club; refused for the caller’s own account.',
    query: z.object({ userId: UserId }),
    returns: z.object({}),
  },
} as const satisfies Area
