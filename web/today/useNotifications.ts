import { useEffect, useState } from 'react'
import { type AnswerOf, isSettled, useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'

/** A club that somebody runs, or a team that they coach. */
export type Coached = { orgId: string; teamId?: string }
export type Requests = AnswerOf<'GET /rest-api/today/requests'>['requests']
type Organizations = AnswerOf<'GET /api/v1/playersAndTeams'>['organizations']

/**
 * What stands on Today and is not on the way to it: asked for once the reader's day is shown. `settled` is false while
 * something may still come.
 */
export function useNotifications(shown: boolean) {
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    if (!shown) return
    // Not in the same breath: the day is painted first.
    const timer = setTimeout(() => setBegun(true))
    return () => clearTimeout(timer)
  }, [shown])

  const chat = useApi('GET /rest-api/chat/unread-count', begun ? {} : undefined, { refreshInterval })
  const own = useApi('GET /api/v1/playersAndTeams', begun ? {} : undefined)
  const { players = [], following = [], organizations = [] } = own.data ?? {}
  const coaches = coachedIn(organizations)
  const requests = useApi('GET /rest-api/today/requests', begun && coaches ? {} : undefined, { refreshInterval })
  const { mutate } = requests

  return {
    settled: isSettled(chat) && isSettled(own) && (!coaches || isSettled(requests)),
    unreadChatCount: chat.data?.unreadCount ?? 0,
    requests: requests.data?.requests ?? [],
    coaches,
    players,
    hasPlayers: players.length > 0,
    followsPlayers: following.length > 0,
    /** Takes one off what is shown; the server has done so already. When nothing is kept any more, there is nothing to do. */
    forget: (id: string) =>
      void mutate((known) => known && { requests: known.requests.filter((request) => request.id !== id) }, {
        revalidate: false,
      }).catch(() => undefined),
  }
}

/** The first club that the reader runs, else the first team that they coach; undefined for who does neither. */
function coachedIn(organizations: Organizations): Coached | undefined {
  const club = organizations.find(({ permissions }) => permissions.length > 0)
  if (club) return { orgId: club.id }
  const [team] = organizations.flatMap(({ id: orgId, teams }) =>
    teams.flatMap(({ id: teamId, permissions }) => (permissions.length > 0 ? [{ orgId, teamId }] : [])),
  )
  return team
}
