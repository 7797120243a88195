import { useEffect, useState } from 'react'
import { type AnswerOf, isSettled, useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'

/** A club the reader manages, or a team they coach. `isNew`: the club has no team yet. */
export type CoachedUnit = { orgId: string; teamId?: string; isNew?: boolean }
export type Requests = AnswerOf<'GET /rest-api/today/requests'>['requests']
type Agreement = AnswerOf<'GET /rest-api/agreements/mine'>['agreements'][number]
type Organizations = AnswerOf<'GET /api/v1/playersAndTeams'>['organizations']

/**
 * Data of Today that its first view does not need: fetched once the events are shown. `isReady` is false while any of
 * it is pending.
 */
export function useNotifications(isShown: boolean) {
  const [hasStarted, setHasStarted] = useState(false)
  useEffect(() => {
    if (!isShown) return
    // In a task of its own, so that the events are painted first.
    const timer = setTimeout(() => setHasStarted(true))
    return () => clearTimeout(timer)
  }, [isShown])

  const chat = useApi('GET /rest-api/chat/unread-count', hasStarted ? {} : undefined, { refreshInterval })
  const playersAndTeams = useApi('GET /api/v1/playersAndTeams', hasStarted ? {} : undefined)
  const { players = [], following = [], organizations = [], child = false } = playersAndTeams.data ?? {}
  const coachedUnit = findCoachedUnit(organizations)
  const requests = useApi('GET /rest-api/today/requests', hasStarted && coachedUnit ? {} : undefined, {
    refreshInterval,
  })
  const { mutate } = requests
  const hasPlayers = players.length > 0
  // A child's own account signs nothing.
  const signs = hasPlayers && !child
  const agreements = useApi('GET /rest-api/agreements/mine', hasStarted && signs ? {} : undefined, {
    handles: ['failures'],
  })

  return {
    isReady:
      isSettled(chat) &&
      isSettled(playersAndTeams) &&
      (!signs || isSettled(agreements)) &&
      (!coachedUnit || isSettled(requests)),
    unreadChatCount: chat.data?.unreadCount ?? 0,
    requests: requests.data?.requests ?? [],
    coachedUnit,
    players,
    agreementCount: (agreements.data?.agreements ?? []).filter(isToSign).length,
    hasPlayers,
    followsPlayers: following.length > 0,
    /** Removes a closed request from the cached list. Ignored if nothing is cached any more. */
    forgetRequest: (id: string) =>
      void mutate((cached) => cached && { requests: cached.requests.filter((request) => request.id !== id) }, {
        revalidate: false,
      }).catch(() => undefined),
  }
}

/** Whether it is unsigned for a player for whom the reader may sign: of those of age, only they themselves do. */
const isToSign = ({ players }: Agreement) => players.some(({ signed, mayAgree }) => !signed && mayAgree)

/** The reader's first club, else the first team they coach; undefined if they have neither. */
function findCoachedUnit(organizations: Organizations): CoachedUnit | undefined {
  const club = organizations.find(({ permissions }) => permissions.length > 0)
  if (club) return { orgId: club.id, isNew: club.teams.length === 0 }
  const [team] = organizations.flatMap(({ id: orgId, teams }) =>
    teams.flatMap(({ id: teamId, permissions }) => (permissions.length > 0 ? [{ orgId, teamId }] : [])),
  )
  return team
}
