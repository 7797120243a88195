import { useEffect, useRef } from 'react'
import { useSWRConfig } from 'swr'
import { ApiProblem, cacheKey, callApi, useApi } from '../api.ts'
import { todayInput } from '../events/todayInput.ts'
import { useTodayInput } from '../events/useTodayInput.ts'

/** The coming events of the reader's own players. */
export function useUpcoming() {
  const input = useTodayInput()
  const read = useApi('GET /api/v1/playerEvents', input, { handles: ['failures'] })
  const { mutate } = useSWRConfig()
  const waiting = read.data?.events.filter(({ invite }) => invite?.status.value === 'Pending').length
  const before = useRef(waiting)
  useEffect(() => {
    // Today counts what waits, and nothing on this screen asks for it.
    if (before.current !== undefined && before.current !== waiting) void readToday()
    before.current = waiting
    async function readToday() {
      const input = todayInput()
      try {
        const read = callApi('GET /api/v1/today', input, { handles: ['failures'] })
        await mutate(cacheKey('GET /api/v1/today', input), read, { revalidate: false })
      } catch (error) {
        // It is asked for again when Today is opened.
        if (!(error instanceof ApiProblem)) throw error
      }
    }
  }, [waiting, mutate])
  return { ...read, startUtc: input.query.startUtc }
}
