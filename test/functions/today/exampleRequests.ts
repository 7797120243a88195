import { invites } from '#functions/table/invites.ts'
import { closedRequests, requests } from '#functions/table/requests.ts'
import { update, write } from '#functions/table/table.ts'
import { withInvite } from '../calendar/exampleRequests.ts'
import { stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'
import { linkFor } from './answerLinks.ts'

/** A valid request to each route of Today, and the setup it needs. */

const requestId = `${'x'.repeat(22)}.1.20261121T180000000Z`

async function aRequest(userId: string) {
  const askedAt = '2026-11-20T18:00:00Z'
  const from = { askedBy: 'u', sentId: 's', name: 'P', email: 'p@c.test', askedAt }
  const id = { userId, requestId }
  const [openRequest, closedRequest] = await Promise.all([requests.get(id), closedRequests.get(id)])
  await write(
    stamp,
    ...(openRequest ? [] : [requests.create({ ...id, ...from })]),
    ...(closedRequest ? [closedRequests.remove(id)] : []),
    ...(openRequest && !closedRequest ? [requests.check(id, [])] : []),
  )
}

export const exampleRequests: Requests = {
  params: (club) => ({
    requestId,
    inviteId: club.invite(club.mia),
    inviteFile: `${club.invite(club.mia)}.json`,
  }),
  queries: {
    'GET /api/v1/today': { startUtc: '2026-11-21T06:00:00Z' },
    'GET /api/v1/playerEvents': { startUtc: '2026-11-21T06:00:00Z' },
    'GET /user/updateInviteStatus/{inviteFile}': { format: 'json', status: 'Accepted' },
  },
  bodies: {
    'POST /api/v1/requestInvite': { email: 'coach@club.example', playerName: 'Mia Moreno' },
    'POST /api/v1/requestAccessToTeam': { email: 'coach@club.example', teamName: 'Falcons' },
    'POST /rest-api/today/requests/{requestId}/grant': (club) => ({
      playerId: club.mia.playerId,
      teamId: club.falcons.teamId,
      relation: 'own',
    }),
    'POST /rest-api/today/one-tap/read': async (club) => ({ token: await linkFor(club) }),
    'POST /rest-api/today/one-tap/answer': async (club) => ({ token: await linkFor(club) }),
  },
  prepared: {
    'DELETE /rest-api/today/requests/{requestId}': aRequest,
    'POST /rest-api/today/requests/{requestId}/grant': aRequest,
    'POST /rest-api/today/requests/{requestId}/decline': aRequest,
    'POST /rest-api/today/one-tap/answer': (_as, club) =>
      update(
        stamp,
        invites.change({ inviteId: club.invite(club.mia) }, { set: { status: 'Pending', answerId: 'unanswered' } }),
      ),
    'GET /user/updateInviteStatus/{inviteFile}': withInvite,
  },
}
