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
    does: 'Shows a team with its roster. Families see the roster only where the team shows it, and always their own.',
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
    does: 'Tells in which years the players of a team are born, as far as that is known: by it they move up together.',
    early: true,
    returns: z.object({ players: z.array(z.object({ id: z.string(), year: z.int() })) }),
  },
  'POST /rest-api/teams/create/{orgId}': {
    can: 'canAddNewTeams',
    subject: 'path.orgId',
    does: 'Opens a team, which takes one licence of the organization. Its id is made by who opens it: the same again changes nothing, and opened before otherwise it is refused.',
    body: z.object({ teamId: id('team'), ...TeamFields }),
    returns: z.object({ id: z.string() }),
    refuses: ['no_licence', 'already_there', 'saved_before'],
  },
  'PUT /rest-api/teams/team/{teamId}': {
    can: 'canEditTeam',
    subject: 'path.teamId',
    does: 'Changes a team’s name, sport, season, colour, and whether families see its roster. With what was seen of it before, it is refused where something else stands by now. The same again changes nothing.',
    body: z.object({ ...TeamFields, before: z.optional(TeamSeen) }),
    returns: z.object({ id: z.string() }),
    refuses: ['conflict'],
  },
  'POST /o/{orgUnitId}/archive': {
    can: 'canEditTeam',
    subject: 'path.orgUnitId',
    does: 'Archives a team: its licence is free for another one. One that is archived already stays as it is.',
    returns: Outcome,
  },
  'POST /o/{orgUnitId}/unarchive': {
    can: 'canEditTeam',
    subject: 'path.orgUnitId',
    does: 'Brings an archived team back, which takes one licence of the organization.',
    returns: Outcome,
    refuses: ['no_licence'],
  },
} as const satisfies Area
