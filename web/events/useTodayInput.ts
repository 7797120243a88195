import { useEffect, useState } from 'react'
import { refreshInterval } from './eventCache.ts'
import { startOfDay, type TodayInput, todayInput } from './todayInput.ts'

/** The reader's day and own players, followed over midnight. */
export function useTodayInput(): TodayInput {
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
  return input
}
