import { useEffect, useState } from 'react'
import { type AnswerOf, useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'

export type Requests = AnswerOf<'GET /rest-api/today/requests'>['requests']

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
  const isCoach = organizations.some(
    ({ permissions, teams }) => permissions.length > 0 || teams.some((team) => team.permissions.length > 0),
  )
  const requests = useApi('GET /rest-api/today/requests', begun && isCoach ? {} : undefined, { refreshInterval })
  const { mutate } = requests

  const has = ({ data, error }: { data?: unknown; error?: unknown }) => data !== undefined || error !== undefined
  return {
    settled: has(chat) && has(own) && (!isCoach || has(requests)),
    unreadChatCount: chat.data?.unreadCount ?? 0,
    requests: requests.data?.requests ?? [],
    isCoach,
    hasPlayers: players.length > 0,
    followsPlayers: following.length > 0,
    /** Takes one off what is shown; the server has done so already. When nothing is kept any more, there is nothing to do. */
    forget: (id: string) =>
      void mutate((known) => known && { requests: known.requests.filter((request) => request.id !== id) }, {
        revalidate: false,
      }).catch(() => undefined),
  }
}
