import * as z from 'zod/mini'
import { Cursor } from '../fields.ts'
import type { Area } from '../route.ts'

/** Which families of a club or a team are not here yet. */
export const uninvited = {
  'GET /rest-api/families/uninvited/{orgUnitId}': {
    can: 'canEditPlayers',
    subject: 'path.orgUnitId',
    does: 'Lists the players of a team at once, of a club 25 at first and then 100 at a time, with how far their families are and the grown-ups who have an address and are neither family nor invited, without those whose access the club has taken.',
    query: z.object({ cursor: Cursor }),
    returns: z.object({
      /** Whose players they are: the team’s or the club’s name. */
      name: z.string(),
      players: z.array(
        z.object({
          id: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          /** A grown-up of the family is here, or somebody is invited and has not come yet, or nobody is. */
          family: z.enum(['here', 'invited', 'nobody']),
          /** Of a club: they are on no team, or on archived ones alone, as who has left. */
          onNoTeam: z.optional(z.literal(true)),
          grownUps: z.array(
            z.object({
              name: z.string(),
              email: z.string(),
              /** The same for all children whom one invitation is for, where it goes to the same address. */
              household: z.nullable(z.string()),
            }),
          ),
        }),
      ),
      cursor: z.nullable(z.string()),
    }),
  },
} as const satisfies Area
