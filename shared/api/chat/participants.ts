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
    does: 'Lists the clubs in which the caller can chat.',
    early: true,
    returns: z.array(z.object({ orgId: z.string(), orgName: z.string() })),
  },
  'GET /rest-api/chat-user/available-participants': {
    can: 'member',
    subject: 'query.organizationId',
    does: 'Lists the people with whom the caller can chat in a club: those of their own teams, or of all teams for administrators, and the club’s administrators.',
    query: z.object({ organizationId: id('organization') }),
    returns: Participants,
  },
  'GET /rest-api/chat-user/available-participants/teams': {
    can: 'signed_in',
    does: 'Lists the people with whom the caller can chat in the given teams.',
    query: z.object({ teamIds: ids('team', 20) }),
    returns: Participants,
  },
  'GET /rest-api/chat-user/available-participants/players': {
    can: 'signed_in',
    does: 'Lists the families of the given players, for their coaches, the club’s administrators, and the families themselves.',
    query: z.object({ playerIds: ids('player', 20) }),
    returns: Participants,
  },
  'GET /rest-api/chat/enabled/{orgUnitId}': {
    can: 'member',
    subject: 'path.orgUnitId',
    does: 'Returns whether the caller can chat in a club or team.',
    early: true,
    returns: z.object({ enabled: z.boolean() }),
  },
} as const satisfies Area
