import * as z from 'zod/mini'
import { flags } from '../permissions.ts'
import { PlayerName } from './fields.ts'
import type { Area } from './route.ts'

export const teams = {
  'GET /api/v1/team/{teamId}': {
    can: 'member',
    subject: 'path.teamId',
    does: 'Shows a team with its roster. Families see the roster only where the team shows it, and always their own.',
    early: true,
    returns: z.object({
      id: z.string(),
      name: z.string(),
      archived: z.boolean(),
      dateArchived: z.nullable(z.string()),
      isOrganization: z.literal(false),
      isRosterVisible: z.boolean(),
      sport: z.object({ name: z.string(), fieldLabel: z.string() }),
      organization: z.object({ id: z.string(), name: z.string() }),
      orgAdmins: z.array(
        z.object({ id: z.string(), name: z.string(), permissions: z.record(z.string(), z.boolean()) }),
      ),
      players: z.array(z.extend(PlayerName, { number: z.nullable(z.string()), position: z.nullable(z.string()) })),
      myPlayers: z.array(z.string()),
      permissions: z.array(z.enum(flags)),
    }),
  },
} as const satisfies Area
