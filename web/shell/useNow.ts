import { useEffect, useState } from 'react'
import { refreshInterval } from '../events/eventCache.ts'

/** The current time, updated periodically while the page is visible, so that events that began or ended show it. */
export function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const update = () => document.visibilityState === 'visible' && setNow(new Date().toISOString())
    const timer = setInterval(update, refreshInterval)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return now
}
