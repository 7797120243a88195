import type { today } from '#shared/api/today.ts'
import { Problem } from '#shared/problems.ts'
import { accessBack } from '../access/accessBack.ts'
import type { CallOf } from '../serve.ts'
import { outbox } from '../table/outbox.ts'
import { families } from '../table/players.ts'
import { type ClosedRequest, closedRequests, type Request, requests, sentRequests } from '../table/requests.ts'
import { retryOnConflict, write } from '../table/table.ts'
import type { Stamp } from '../table/writes.ts'

type Outcome = Pick<ClosedRequest, 'outcome' | 'playerId' | 'relation'>

/** Makes the sender a guardian or follower of a player, and closes the request. */
export async function grantRequest({
  userId,
  stamp,
  params: { requestId },
  body: { playerId, relation },
}: CallOf<typeof today, 'POST /rest-api/today/requests/{requestId}/grant'>) {
  await close(stamp, { userId, requestId }, { outcome: 'granted', playerId, relation })
  return {}
}

/** Declines and closes the request. */
export async function declineRequest({
  userId,
  stamp,
  params: { requestId },
}: CallOf<typeof today, 'POST /rest-api/today/requests/{requestId}/decline'>) {
  await close(stamp, { userId, requestId }, { outcome: 'declined' })
  return {}
}

/**
 * One transaction: the request leaves the coach's own list, what became of it is noted with the coach and with who asked, and who is let in
 * becomes family, from whom the club has taken nothing any more. The same again changes nothing; another word after it is refused, and of
 * two at once one stands whole.
 */
const close = (stamp: Stamp, id: { userId: string; requestId: string }, outcome: Outcome) =>
  retryOnConflict(async () => {
    // In sequence: a request that has left the list by the first read is found closed by the second.
    const request = await requests.get(id, { consistent: true })
    const closed = await closedRequests.get(id, { consistent: true })
    if (closed) {
      const isSame = closed.outcome === outcome.outcome && closed.playerId === outcome.playerId
      if (isSame && closed.relation === outcome.relation) return
      throw new Problem('answered_meanwhile')
    }
    // Another request may have taken its place on the list.
    if (request?.requestId !== id.requestId) throw new Problem('not_found')
    const { playerId, relation } = outcome
    await write(
      stamp,
      requests.remove(id, 'conflict', [['requestId', '=', id.requestId]]),
      closedRequests.create({ ...id, ...outcome, closedAt: stamp.at }),
      ...(await traceOf(stamp, request, outcome.outcome)),
      ...(playerId && relation
        ? await families.joinWrites({ playerId, userId: request.askedBy, relation, came: 'asked' })
        : []),
      ...(playerId && relation === 'own' ? await accessBack(request.askedBy, [playerId]) : []),
    )
  })

/** Updates the requester's own list, with a mail; nothing if they have asked the same again, or it is too long ago. */
async function traceOf(stamp: Stamp, { askedBy, sentId, askedAt }: Request, state: ClosedRequest['outcome']) {
  const id = { userId: askedBy, sentId }
  const sent = await sentRequests.get(id, { consistent: true })
  return sent?.askedAt === askedAt
    ? [
        sentRequests.change(id, { set: { state }, when: [['askedAt', '=', askedAt]] }),
        outbox.add(stamp, { letter: 'requestClosed', to: { userId: askedBy }, about: { sentId } }),
      ]
    : []
}
