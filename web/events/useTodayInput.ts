import { useEffect, useState } from 'react'
import { refreshInterval } from './eventCache.ts'
import { startOfDay, type TodayInput, todayInput } from './todayInput.ts'

/** The reader's day and own players, updated at midnight. */
export function useTodayInput(): TodayInput {
  const [input, setInput] = useState(() => todayInput())
  const { startUtc } = input.query
  useEffect(() => {
    const updateDay = () => startOfDay(new Date()) !== startUtc && setInput(todayInput())
    // Timers do not fire while a phone sleeps, so check again when the page becomes visible.
    const timer = setInterval(updateDay, refreshInterval)
    document.addEventListener('visibilitychange', updateDay)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', updateDay)
    }
  }, [startUtc])
  return input
}
