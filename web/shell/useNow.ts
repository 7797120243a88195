import { useEffect, useState } from 'react'
import { refreshInterval } from '../events/eventCache.ts'

/** The current time, updated periodically while the page is visible, so that events that began or ended show it. */
export function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const follow = () => document.visibilityState === 'visible' && setNow(new Date().toISOString())
    const timer = setInterval(follow, refreshInterval)
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [])
  return now
}
