import { useEffect, useState } from 'react'
import { loadExpiry, StillThere } from '../chunks.ts'
import { nothingPending } from '../pendingRequests.ts'
import type { Ending } from './expiry.ts'

/** How often it is looked whether the first screen has what it asked for, in milliseconds. */
const lookEvery = 250
/** After how long what could not be loaded is tried again, in milliseconds. */
const againAfter = 60_000

/**
 * Looks after the session of who is signed in, once the first screen has what it asked for: nothing of it is on the way
 * there. Gives how the session is ending, in its last minute.
 */
export function useSession(): Ending | undefined {
  const [ending, setEnding] = useState<Ending>()
  useEffect(() => {
    // The page around a frame of ours does it.
    if (window.parent !== window) return
    let timer = setTimeout(begin, lookEvery)
    let stop: (() => void) | undefined
    let gone = false
    function begin() {
      // The screen itself may still be on its way, and has asked for nothing yet.
      if (!nothingPending() || document.querySelector('[data-skeleton]')) {
        timer = setTimeout(begin, lookEvery)
        return
      }
      void start()
    }
    async function start() {
      try {
        const { watchExpiry } = await loadExpiry()
        if (!gone) stop = watchExpiry(setEnding, () => void StillThere.prefetch())
      } catch {
        if (!gone) timer = setTimeout(begin, againAfter)
      }
    }
    return () => {
      gone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [])
  return ending
}
