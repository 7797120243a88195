import type { today } from '#shared/api/today.ts'
import type { CallOf } from '../serve.ts'
import { sentRequests } from '../table/requests.ts'

/**
 * What the caller has asked, the newest first, and what became of it. As long as no coach has answered it waits, whether or
 * not the address is a coach's: that is nobody's to learn.
 */
export async function listMyRequests({ userId }: CallOf<typeof today, 'GET /rest-api/today/my-requests'>) {
  const sent = await sentRequests.of({ userId })
  return {
    requests: sent
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
