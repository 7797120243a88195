import * as z from 'zod/mini'
import { flags } from '../../permissions.ts'
import { Cursor, id, PlayerName } from '../fields.ts'
import type { Area } from '../route.ts'
import { Administrator, RosterPlayer, Sport } from './team.ts'

export const Tag = z.object({ id: z.string(), name: z.string() })

export const overview = {
  'GET /api/v1/orgOverview/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Returns an organization with its teams, including archived ones, and its administrators, as far as the caller may see them.',
    early: true,
    returns: z.object({
      id: z.string(),
      name: z.string(),
      archived: z.literal(false),
      dateArchived: z.null(),
      isOrganization: z.literal(true),
      sport: Sport,
      timezone: z.string(),
      orgAdmins: z.array(Administrator),
      teams: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          archived: z.boolean(),
          dateArchived: z.nullable(z.string()),
          season: z.string(),
          color: z.string(),
          pictureUrl: z.optional(z.string()),
        }),
      ),
      /** The caller's own players in it. */
      myPlayers: z.array(z.string()),
      tag: z.array(Tag),
      permissions: z.array(z.enum(flags)),
      /** How many teams may be active, and how many are; null for users whom that does not concern. */
      licenses: z.nullable(z.object({ given: z.int(), used: z.int(), licensesRemaining: z.int() })),
    }),
  },
  'GET /rest-api/teams/unassigned/{orgId}': {
    can: 'canEditPlayers',
    subject: 'path.orgId',
    does: 'Lists the players of an organization who are on no team, with cursor pagination.',
    early: true,
    query: z.object({ cursor: Cursor }),
    returns: z.object({ players: z.array(PlayerName), cursor: z.nullable(z.string()) }),
  },
  'GET /rest-api/teams/players/{orgId}': {
    can: 'canEditPlayers',
    subject: 'path.orgId',
    does: 'Lists all players of an organization by name, 50 per page.',
    early: true,
    query: z.object({ cursor: Cursor }),
    returns: z.object({
      players: z.array(z.extend(PlayerName, { teams: z.array(z.string()), tags: z.array(z.string()) })),
      cursor: z.nullable(z.string()),
    }),
  },
  'GET /rest-api/teams/search/{orgId}': {
    can: 'member',
    subject: 'path.orgId',
    does: 'Returns the data for a search box: the players that the caller may see, with their teams, tags and contacts.',
    early: true,
    returns: z.object({
      teams: z.array(z.object({ id: z.string(), name: z.string(), archived: z.boolean() })),
      players: z.array(
        z.extend(PlayerName, {
          /** As indexes into `teams`. */
          teams: z.array(z.int()),
          tags: z.array(z.string()),
          contacts: z.array(z.string()),
        }),
      ),
    }),
  },
  'GET /api/v1/playersByTeam': {
    can: 'signed_in',
    does: 'Lists the caller’s teams, of one organization or all, with the players that the caller may see. Ten teams per page.',
    early: true,
    query: z.object({ orgId: z.optional(id('organization')), cursor: Cursor }),
    returns: z.object({
      teams: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          organization: z.object({ id: z.string(), name: z.string() }),
          players: z.array(RosterPlayer),
        }),
      ),
      cursor: z.nullable(z.string()),
    }),
  },
} as const satisfies Area
