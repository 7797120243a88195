import { useEffect, useState } from 'react'
import { refreshInterval } from '../events/eventCache.ts'

/** The present instant, followed while it is looked at: what has begun or ended meanwhile is shown so. */
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
