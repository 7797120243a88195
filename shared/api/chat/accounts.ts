import * as z from 'zod/mini'
import { id, UserId } from '../fields.ts'
import type { Area } from '../route.ts'

export const accounts = {
  'PUT /rest-api/chat/player-account/{playerId}': {
    can: { grownUp: 'family' },
    subject: 'path.playerId',
    team: 'body.teamId',
    does: 'Says that an account of a player’s family is the player’s own: while they are a child it is never alone with one adult.',
    body: z.object({ userId: UserId, teamId: z.optional(id('team')) }),
    returns: z.object({}),
    refuses: ['already_there', 'account_of_adult', 'account_of_guardian'],
  },
  'DELETE /rest-api/chat/player-account/{playerId}': {
    can: 'canEditPlayers',
    subject: 'path.playerId',
    does: 'Says that an account is not the player’s own: for who edits all players of the club, and of no account of theirs.',
    query: z.object({ userId: UserId }),
    returns: z.object({}),
  },
} as const satisfies Area
