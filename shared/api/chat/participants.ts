import * as z from 'zod/mini'
import { id, ids } from '../fields.ts'
import type { Area } from '../route.ts'

const Participants = z.object({
  status: z.literal('success'),
  data: z.object({
    chatParticipants: z.array(
      z.object({
        userId: z.string(),
        name: z.string(),
        /** They coach a team or run the club. */
        staff: z.boolean(),
        minor: z.boolean(),
        /** The teams in whose conversations they are. */
        teams: z.array(z.string()),
      }),
    ),
  }),
})

export const participants = {
  'GET /rest-api/chat-user/available-orgs': {
    can: 'signed_in',
    does: 'Lists the clubs in which one can chat.',
    early: true,
    returns: z.array(z.object({ orgId: z.string(), orgName: z.string() })),
  },
  'GET /rest-api/chat-user/available-participants': {
    can: 'member',
    subject: 'query.organizationId',
    does: 'Lists with whom one can chat in a club: the people of one’s own teams, and of all for who runs the club.',
    query: z.object({ organizationId: id('organization') }),
    returns: Participants,
  },
  'GET /rest-api/chat-user/available-participants/teams': {
    can: 'signed_in',
    does: 'Lists with whom one can chat in these teams of one’s own.',
    query: z.object({ teamIds: ids('team', 20) }),
    returns: Participants,
  },
  'GET /rest-api/chat-user/available-participants/players': {
    can: 'signed_in',
    does: 'Lists the families of these players, for their coaches and themselves.',
    query: z.object({ playerIds: ids('player', 20) }),
    returns: Participants,
  },
  'GET /rest-api/chat/enabled/{orgUnitId}': {
    can: 'member',
    subject: 'path.orgUnitId',
    does: 'Says whether chat is switched on in a club or team.',
    early: true,
    returns: z.object({ enabled: z.boolean() }),
  },
} as const satisfies Area
