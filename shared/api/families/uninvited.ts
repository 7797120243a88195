import * as z from 'zod/mini'
import { Cursor } from '../fields.ts'
import type { Area } from '../route.ts'

/** The families of a club or team that have not joined yet. */
export const uninvited = {
  'GET /rest-api/families/uninvited/{orgUnitId}': {
    can: 'canEditPlayers',
    subject: 'path.orgUnitId',
    does: 'Lists the players of a team at once, of a club 25 at first and then 100 at a time, with how far their families are and the grown-ups who have an address and are neither family nor invited, without those whose access the club has taken.',
    query: z.object({ cursor: Cursor }),
    returns: z.object({
      /** The name of the team or club. */
      name: z.string(),
      players: z.array(
        z.object({
          id: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          /** An adult of the family is here, someone is invited and has not joined yet, or nobody is. */
          family: z.enum(['here', 'invited', 'nobody']),
          /** In a club's list: they are on no team, or only on archived ones, like players who have left. */
          onNoTeam: z.optional(z.literal(true)),
          grownUps: z.array(
            z.object({
              name: z.string(),
              email: z.string(),
              /** The same for all children that one invitation to the same address can cover. */
              household: z.nullable(z.string()),
            }),
          ),
        }),
      ),
      cursor: z.nullable(z.string()),
    }),
  },
} as const satisfies Area
