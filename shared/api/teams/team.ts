import * as z from 'zod/mini'
import { flags } from '../../permissions.ts'
import { sportNames } from '../../rules/sports.ts'
import { AvatarUrl, id, PersonName, PlayerName } from '../fields.ts'
import type { Area } from '../route.ts'

export const Sport = z.object({ name: z.string(), fieldLabel: z.string() })
export const Administrator = z.object({
  id: z.string(),
  name: z.string(),
  avatarUrl: AvatarUrl,
  /** They have chat rights on the team or club: users who chat there can write to them. */
  chats: z.boolean(),
  permissions: z.record(z.string(), z.boolean()),
})
export const RosterPlayer = z.extend(PlayerName, {
  number: z.nullable(z.string()),
  position: z.nullable(z.string()),
})

const TeamFields = {
  name: PersonName,
  sport: z.enum(sportNames),
  /** `2026/27`, `Spring 2027`, or empty. */
  season: z.string().check(z.trim(), z.maxLength(30), z.regex(/^[^\p{Cc}]*$/u)),
  /** `#rrggbb`, or empty. */
  color: z.string().check(z.regex(/^(#[0-9a-f]{6})?$/)),
  isRosterVisible: z.boolean(),
}
/** The same as shown, without validation. */
const TeamSeen = z.object({
  name: z.string(),
  sport: z.string(),
  season: z.string(),
  color: z.string(),
  isRosterVisible: z.boolean(),
})
/** The outcome, and the sentence to show. */
const Outcome = z.object({ success: z.boolean(), message: z.string() })

export const team = {
  'GET /api/v1/team/{teamId}': {
    can: 'member',
    subject: 'path.teamId',
    does: 'Returns a team with its roster. Families see the roster only if the team shows it, and always their own players.',
    early: true,
    returns: z.object({
      id: z.string(),
      name: z.string(),
      archived: z.boolean(),
      dateArchived: z.nullable(z.string()),
      isOrganization: z.literal(false),
      isRosterVisible: z.boolean(),
      season: z.string(),
      color: z.string(),
      /** The URL of its picture, valid for a few minutes. */
      pictureUrl: z.optional(z.string()),
      sport: Sport,
      organization: z.object({ id: z.string(), name: z.string() }),
      orgAdmins: z.array(Administrator),
      players: z.array(
        z.extend(RosterPlayer, {
          pictureUrl: z.optional(z.string()),
          /** Only for users who may edit players, and if there are any. */
          tags: z.optional(z.array(z.string())),
        }),
      ),
      myPlayers: z.array(z.string()),
      permissions: z.array(z.enum(flags)),
    }),
  },
  'GET /rest-api/teams/birth-years/{teamId}': {
    can: 'canEditPlayers',
    subject: 'path.teamId',
    does: 'Lists the birth years of the players of a team, as far as they are known, for moving players of the same age to another team.',
    early: true,
    returns: z.object({ players: z.array(z.object({ id: z.string(), year: z.int() })) }),
  },
  'POST /rest-api/teams/create/{orgId}': {
    can: 'canAddNewTeams',
    subject: 'path.orgId',
    does: 'Creates a team, which uses one license of the organization. The client chooses the id, which makes the call idempotent; the same id with other content is refused.',
    body: z.object({ teamId: id('team'), ...TeamFields }),
    returns: z.object({ id: z.string() }),
    refuses: ['no_licence', 'already_there', 'saved_before'],
  },
  'PUT /rest-api/teams/team/{teamId}': {
    can: 'canEditTeam',
    subject: 'path.teamId',
    does: 'Updates a team’s name, sport, season, color and whether families see its roster. With `before`, the call is refused if the team was changed since. Idempotent.',
    body: z.object({ ...TeamFields, before: z.optional(TeamSeen) }),
    returns: z.object({ id: z.string() }),
    refuses: ['conflict'],
  },
  'POST /o/{orgUnitId}/archive': {
    can: 'canEditTeam',
    subject: 'path.orgUnitId',
    does: 'Archives a team, which frees its license. A team that is archived already is not changed.',
    returns: Outcome,
  },
  'POST /o/{orgUnitId}/unarchive': {
    can: 'canEditTeam',
    subject: 'path.orgUnitId',
    does: 'Restores an archived team, which uses one license of the organization.',
    returns: Outcome,
    refuses: ['no_licence'],
  },
} as const satisfies Area
