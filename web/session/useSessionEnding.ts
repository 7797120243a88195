import { useEffect, useState } from 'react'
import { loadExpiry, StillThere } from '../chunks.ts'
import type { SessionEnding } from './expiry.ts'

/** When to retry loading the watcher, in milliseconds. */
const retryDelay = 60_000

/** Watches the signed-in user's session once `isEnabled` is true. Returns how it is ending, in its last minute. */
export function useSessionEnding(isEnabled: boolean): SessionEnding | undefined {
  const [ending, setEnding] = useState<SessionEnding>()
  useEffect(() => {
    // Inside a frame, the outer page does it.
    if (!isEnabled || window.parent !== window) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop: (() => void) | undefined
    let isUnmounted = false
    async function start() {
      try {
        const { watchExpiry } = await loadExpiry()
        if (!isUnmounted) stop = watchExpiry(setEnding, () => void StillThere.prefetch())
      } catch {
        if (!isUnmounted) timer = setTimeout(() => void start(), retryDelay)
      }
    }
    void start()
    return () => {
      isUnmounted = true
      clearTimeout(timer)
      stop?.()
    }
  }, [isEnabled])
  return ending
}
