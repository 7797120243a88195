import { useEffect } from 'react'
import { useApi } from '../api.ts'
import { refreshInterval } from '../events/eventCache.ts'
import { rememberedPlayers, rememberPlayers } from '../events/todayInput.ts'
import { useTodayInput } from '../events/useTodayInput.ts'

/** The reader's Today, kept fresh: while it is looked at, and over midnight. */
export function useToday() {
  const input = useTodayInput()
  const read = useApi('GET /api/v1/today', input, { refreshInterval, handles: ['failures'] })
  const { data } = read
  useEffect(() => {
    const own = data?.todaysEvents.flatMap(({ invite }) => invite?.player.id ?? []) ?? []
    // Today names only who plays today, so it adds; the list of all players replaces.
    if (own.length > 0) rememberPlayers([...new Set([...rememberedPlayers(), ...own])])
  }, [data])
  return { ...read, startUtc: input.query.startUtc }
}
