import type { today } from '#shared/api/today.ts'
import { addHours } from '#shared/rules/days.ts'
import type { CallOf } from '../serve.ts'
import { type Request, requests, requestsSince } from '../table/map.ts'
import { page, write } from '../table/table.ts'

/** Whoever has more than this sees the next ones when the first are dealt with. */
const mostShown = 50

/** Who asks the caller to be let in, the oldest first; nothing from before the last two months. */
export async function listRequests({ userId, now }: CallOf<typeof today, 'GET /rest-api/today/requests'>) {
  const since = requestsSince({ userId }, addHours(now, -60 * 24))
  const { rows } = await page<Request>({ ...since, limit: mostShown })
  return {
    requests: rows.map(({ requestId: id, name, email, playerName = null, teamName = null, askedAt }) => ({
      id,
      from: { name, email },
      playerName,
      teamName,
      askedAt,
    })),
  }
}

/** Takes a request off the caller's own list; there is no other list that an id could lead to. */
export async function removeRequest({
  userId,
  params: { requestId },
}: CallOf<typeof today, 'DELETE /rest-api/today/requests/{requestId}'>) {
  // Not another one that has come to its place meanwhile.
  await write(requests.remove({ userId, requestId }, 'not_found', [['requestId', '=', requestId]]))
  return {}
}
