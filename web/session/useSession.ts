import { useEffect, useState } from 'react'
import { loadExpiry, StillThere } from '../chunks.ts'
import type { Ending } from './expiry.ts'

/** After how long what could not be loaded is tried again, in milliseconds. */
const againAfter = 60_000

/**
 * Looks after the session of who is signed in, from when it `begins`. Gives how the session is ending, in its last minute.
 */
export function useSession(begins: boolean): Ending | undefined {
  const [ending, setEnding] = useState<Ending>()
  useEffect(() => {
    // The page around a frame of ours does it.
    if (!begins || window.parent !== window) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let stop: (() => void) | undefined
    let gone = false
    async function start() {
      try {
        const { watchExpiry } = await loadExpiry()
        if (!gone) stop = watchExpiry(setEnding, () => void StillThere.prefetch())
      } catch {
        if (!gone) timer = setTimeout(() => void start(), againAfter)
      }
    }
    void start()
    return () => {
      gone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [begins])
  return ending
}
