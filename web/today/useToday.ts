import { useEffect, useState } from 'react'
import { type AnswerOf, useApi } from '../api.ts'
import { refreshInterval } from '../calendar/eventAnswers.ts'
import { rememberedPlayers, rememberPlayers, startOfDay, todayInput } from './todayInput.ts'

export type Today = AnswerOf<'GET /api/v1/today'>
export type TodaysEvent = Today['todaysEvents'][number]
export type Invite = NonNullable<TodaysEvent['invite']>

/** The reader's Today, kept fresh: while it is looked at, and over midnight. */
export function useToday() {
  const [input, setInput] = useState(() => todayInput())
  const { startUtc } = input.query
  useEffect(() => {
    const follow = () => startOfDay(new Date()) !== startUtc && setInput(todayInput())
    // A phone that slept over midnight has missed every timer: it looks when it is looked at.
    const timer = setInterval(follow, refreshInterval)
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [startUtc])

  const read = useApi('GET /api/v1/today', input, { refreshInterval, handles: ['failures'] })
  const { data } = read
  useEffect(() => {
    const own = data?.todaysEvents.flatMap(({ invite }) => invite?.player.id ?? []) ?? []
    // Today names only who plays today, so it adds; the list of all players replaces.
    if (own.length > 0) rememberPlayers([...new Set([...rememberedPlayers(), ...own])])
  }, [data])
  return { ...read, startUtc }
}
