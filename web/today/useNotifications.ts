import { useEffect, useState } from 'react'
import { type AnswerOf, isSettled, useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'

/** A club the reader manages, or a team they coach. `isNew`: the club has no team yet. */
export type Coached = { orgId: string; teamId?: string; isNew?: boolean }
export type Requests = AnswerOf<'GET /rest-api/today/requests'>['requests']
type Organizations = AnswerOf<'GET /api/v1/playersAndTeams'>['organizations']

/**
 * Data of Today that its first view does not need: fetched once the events are shown. `settled` is false while any of
 * it is pending.
 */
export function useNotifications(shown: boolean) {
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    if (!shown) return
    // In a task of its own, so that the events are painted first.
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
    /** Removes a closed request from the cached list. Ignored if nothing is cached any more. */
    forget: (id: string) =>
      void mutate((known) => known && { requests: known.requests.filter((request) => request.id !== id) }, {
        revalidate: false,
      }).catch(() => undefined),
  }
}

/** The reader's first club, else the first team they coach; undefined if they have neither. */
function coachedIn(organizations: Organizations): Coached | undefined {
  const club = organizations.find(({ permissions }) => permissions.length > 0)
  if (club) return { orgId: club.id, isNew: club.teams.length === 0 }
  const [team] = organizations.flatMap(({ id: orgId, teams }) =>
    teams.flatMap(({ id: teamId, permissions }) => (permissions.length > 0 ? [{ orgId, teamId }] : [])),
  )
  return team
}
