import { useEffect } from 'react'
import { useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'
import { rememberedPlayers, rememberPlayers } from '../events/todayInput.ts'
import { useTodayInput } from '../events/useTodayInput.ts'

/** The reader's Today, refreshed while visible and at midnight. */
export function useToday() {
  const input = useTodayInput()
  const read = useApi('GET /api/v1/today', input, { refreshInterval, handles: ['failures'] })
  const { data } = read
  useEffect(() => {
    const playerIds = data?.todaysEvents.flatMap(({ invite }) => invite?.player.id ?? []) ?? []
    // Today has only the players with an event, so add them; the full list of players replaces them.
    if (playerIds.length > 0) rememberPlayers([...new Set([...rememberedPlayers(), ...playerIds])])
  }, [data])
  return { ...read, startUtc: input.query.startUtc }
}
