import type { today } from '#shared/api/today.ts'
import { addHours } from '#shared/rules/days.ts'
import { fullName } from '#shared/rules/names.ts'
import type { CallOf } from '../serve.ts'
import { quoted } from '../mail/message.ts'
import { profiles } from '../table/profiles.ts'
import { type Request, requestHours, requests } from '../table/requests.ts'
import { page, write } from '../table/table.ts'
import { hasRole } from './hasRole.ts'

/** The next ones appear as these are dealt with. */
const maxShown = 50

/** The requests to the caller of the last two months, oldest first. */
export async function listRequests({ userId, me, now }: CallOf<typeof today, 'GET /rest-api/today/requests'>) {
  const since = requests.since({ userId }, addHours(now, -requestHours))
  const [{ rows: requestRows }, { access }] = await Promise.all([page<Request>({ ...since, limit: maxShown }), me])
  const rows = hasRole(access) ? requestRows : []
  const senders = await Promise.all(rows.map(senderOf))
  return {
    requests: rows.map(({ requestId: id, playerName = null, teamName = null, askedAt }, i) => ({
      id,
      from: senders[i] ?? { name: '', email: '' },
      playerName,
      teamName,
      askedAt,
    })),
  }
}

/** A requester without an address at the time may have one now. */
async function senderOf({ askedBy, name, email }: Request) {
  if (email) return { name, email }
  const profile = await profiles.get({ userId: askedBy })
  return { name: profile ? quoted(fullName(profile)) : name, email: profile?.email ?? '' }
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
