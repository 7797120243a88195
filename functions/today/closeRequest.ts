import type { today } from '#shared/api/today.ts'
import { Problem } from '#shared/problems.ts'
import { isAccessTaken } from '../access/restoreAccess.ts'
import type { CallOf } from '../serve.ts'
import { outbox } from '../table/outbox.ts'
import { families, players } from '../table/players.ts'
import { type ClosedRequest, closedRequests, type Request, requests, sentRequests } from '../table/requests.ts'
import { retryOnConflict, write } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'

type Outcome = Pick<ClosedRequest, 'outcome' | 'playerId' | 'relation'>

/** Makes the sender a guardian or follower of a player, and closes the request. Throws `answered_meanwhile` and `access_taken`. */
export async function grantRequest({
  userId,
  stamp,
  params: { requestId },
  body: { playerId, relation },
}: CallOf<typeof today, 'POST /rest-api/today/requests/{requestId}/grant'>) {
  await closeWith(stamp, { userId, requestId }, { outcome: 'granted', playerId, relation })
  return {}
}

/** Declines and closes the request. */
export async function declineRequest({
  userId,
  stamp,
  params: { requestId },
}: CallOf<typeof today, 'POST /rest-api/today/requests/{requestId}/decline'>) {
  await closeWith(stamp, { userId, requestId }, { outcome: 'declined' })
  return {}
}

/**
 * One transaction: the request leaves the coach's own list, the outcome is stored with the coach and with the sender, and a granted
 * sender becomes family. Repeating an outcome changes nothing; a different one is refused, also of two at the same time.
 */
const closeWith = (stamp: Stamp, id: { userId: string; requestId: string }, outcome: Outcome) =>
  retryOnConflict(async () => {
    // In sequence: a request that has left the list by the first read is found closed by the second.
    const request = await requests.get(id, { consistent: true })
    const closedRequest = await closedRequests.get(id, { consistent: true })
    if (closedRequest) {
      const isSame = closedRequest.outcome === outcome.outcome && closedRequest.playerId === outcome.playerId
      if (isSame && closedRequest.relation === outcome.relation) return
      throw new Problem('answered_meanwhile')
    }
    // Another request may have taken its place on the list.
    if (request?.requestId !== id.requestId) throw new Problem('not_found')
    const { playerId, relation } = outcome
    await write(
      stamp,
      requests.remove(id, 'conflict', [['requestId', '=', id.requestId]]),
      closedRequests.create({ ...id, ...outcome, closedAt: stamp.at }),
      ...(await requesterWrites(stamp, request, outcome.outcome)),
      ...(playerId && relation ? await letInWrites(request.askedBy, playerId, relation) : []),
    )
  })

/**
 * Writes that make the user family of the player. Throws `access_taken` if their access had been taken: the list of requests does not show
 * that, so nobody would know whom they let in.
 */
async function letInWrites(userId: string, playerId: string, relation: 'own' | 'following'): Promise<Write[]> {
  const joinWrites = await families.joinWrites({ playerId, userId, relation, came: 'asked' })
  if (joinWrites.length === 0) return []
  const player = await players.get({ playerId }, { consistent: true })
  if (player && (await isAccessTaken(userId, player))) throw new Problem('access_taken')
  return joinWrites
}

/** Updates the requester's own list, with a mail; nothing if they have asked the same again, or it is too long ago. */
async function requesterWrites(stamp: Stamp, { askedBy, sentId, askedAt }: Request, state: ClosedRequest['outcome']) {
  const id = { userId: askedBy, sentId }
  const sentRequest = await sentRequests.get(id, { consistent: true })
  return sentRequest?.askedAt === askedAt
    ? [
        sentRequests.change(id, { set: { state }, when: [['askedAt', '=', askedAt]] }),
        outbox.add(stamp, { letter: 'requestClosed', to: { userId: askedBy }, about: { sentId } }),
      ]
    : []
}
