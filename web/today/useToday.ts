import { useEffect } from 'react'
import { type AnswerOf, useApi } from '../api.ts'
import { refreshInterval } from '../calendar/eventAnswers.ts'
import { rememberedPlayers, rememberPlayers } from './todayInput.ts'
import { useTodayInput } from './useTodayInput.ts'

export type Today = AnswerOf<'GET /api/v1/today'>
export type TodaysEvent = Today['todaysEvents'][number]
export type Invite = NonNullable<TodaysEvent['invite']>

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
