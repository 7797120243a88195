import * as z from 'zod/mini'
import { Cursor } from '../fields.ts'
import type { Area } from '../route.ts'

/** The families of a club or team that have not joined yet. */
export const uninvited = {
  'GET /rest-api/families/uninvited/{orgUnitId}': {
    can: 'canEditPlayers',
    subject: 'path.orgUnitId',
    does: 'Lists the players of a team, all at once, or of a club, 25 on the first page and 100 on each further one. Each comes with the state of their family and the guardians who have an email address but neither belong to the family nor are invited, except those whose access the club has revoked.',
    query: z.object({ cursor: Cursor }),
    returns: z.object({
      /** The name of the team or club. */
      name: z.string(),
      players: z.array(
        z.object({
          id: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          /** `here`: an adult of the family has joined. `invited`: somebody is invited, nobody has joined yet. `nobody`: neither. */
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
