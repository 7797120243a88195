import { useEffect, useState } from 'react'
import { loadExpiry, StillThere } from '../chunks.ts'
import type { Ending } from './expiry.ts'

/** When to retry loading the watcher, in milliseconds. */
const againAfter = 60_000

/** Watches the signed-in user's session once `begins` is true. Returns how it is ending, in its last minute. */
export function useSession(begins: boolean): Ending | undefined {
  const [ending, setEnding] = useState<Ending>()
  useEffect(() => {
    // Inside a frame, the outer page does it.
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
