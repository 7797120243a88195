import type { today } from '#shared/api/today.ts'
import type { CallOf } from '../serve.ts'
import { sentRequests } from '../table/requests.ts'

/**
 * The caller's requests with their state, newest first. One to an address that is no coach's stays open, so that nobody can probe
 * addresses.
 */
export async function listMyRequests({ userId }: CallOf<typeof today, 'GET /rest-api/today/my-requests'>) {
  const ownRequests = await sentRequests.of({ userId })
  return {
    requests: ownRequests
      .toSorted((a, b) => (a.askedAt < b.askedAt ? 1 : -1))
      .map(({ sentId: id, to, playerName = null, teamName = null, askedAt, state }) => ({
        id,
        to,
        playerName,
        teamName,
        askedAt,
        state: state === 'granted' || state === 'declined' ? state : ('waiting' as const),
      })),
  }
}
