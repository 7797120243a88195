import type { today } from '#shared/api/today.ts'
import { addHours } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { quoted } from '../mail/message.ts'
import { profiles } from '../table/profiles.ts'
import { type Request, requestHours, requests } from '../table/requests.ts'
import { page, write } from '../table/table.ts'
import { runsSomething } from './runsSomething.ts'

/** The next ones appear as these are dealt with. */
const maxShown = 50

/** The requests to the caller of the last two months, oldest first. */
export async function listRequests({ userId, me, now }: CallOf<typeof today, 'GET /rest-api/today/requests'>) {
  const since = requests.since({ userId }, addHours(now, -requestHours))
  const [{ rows: found }, { access }] = await Promise.all([page<Request>({ ...since, limit: maxShown }), me])
  const rows = runsSomething(access) ? found : []
  const from = await Promise.all(rows.map(asker))
  return {
    requests: rows.map(({ requestId: id, playerName = null, teamName = null, askedAt }, i) => ({
      id,
      from: from[i] ?? { name: '', email: '' },
      playerName,
      teamName,
      askedAt,
    })),
  }
}

/** A requester without an address at the time may have one now. */
async function asker({ askedBy, name, email }: Request) {
  if (email) return { name, email }
  const now = await profiles.get({ userId: askedBy })
  return { name: now ? quoted(fullName(now)) : name, email: now?.email ?? '' }
}

/** Removes a request from the caller's list. */
export async function removeRequest({
  userId,
  stamp,
  params: { requestId },
}: CallOf<typeof today, 'DELETE /rest-api/today/requests/{requestId}'>) {
  // Not another request that has taken its place.
  await write(stamp, requests.remove({ userId, requestId }, 'not_found', [['requestId', '=', requestId]]))
  return {}
}
