import { useSWRConfig } from 'swr'
import { ApiProblem, cacheKey, callApi, useApi } from '../api.ts'
import { todayInput } from '../today/todayInput.ts'
import type { Invite } from '../today/useToday.ts'
import { useTodayInput } from '../today/useTodayInput.ts'

/** The coming events of the reader's own players; `take` puts an answer in that the server has. */
export function useUpcoming() {
  const read = useApi('GET /api/v1/playerEvents', useTodayInput())
  const { mutate } = useSWRConfig()
  function take(answered: Invite) {
    void read.mutate(
      (known) =>
        known && {
          events: known.events.map((item) => (item.invite?.id === answered.id ? { ...item, invite: answered } : item)),
        },
      { revalidate: false },
    )
    void refreshToday()
  }
  /** Today counts what waits, and nothing on this screen asks for it. */
  async function refreshToday() {
    const input = todayInput()
    try {
      await mutate(cacheKey('GET /api/v1/today', input), callApi('GET /api/v1/today', input), { revalidate: false })
    } catch (error) {
      // It is asked for again when Today is opened.
      if (!(error instanceof ApiProblem)) throw error
    }
  }
  return { ...read, take }
}
