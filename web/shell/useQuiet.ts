import { useEffect, useState } from 'react'
import { hasSkeletons } from '../kit/Skeleton.tsx'
import { nothingPending } from '../api/pendingRequests.ts'

/** How often it is looked whether the first screen has what it asked for, in milliseconds. */
const lookEvery = 250

/** True once the first screen has what it asked for: what it can do without is loaded from here on. */
export function useQuiet(): boolean {
  const [quiet, setQuiet] = useState(false)
  useEffect(() => {
    if (quiet) return
    // The screen itself may still be on its way, and has asked for nothing yet.
    const timer = setInterval(() => nothingPending() && !hasSkeletons() && setQuiet(true), lookEvery)
    return () => clearInterval(timer)
  }, [quiet])
  return quiet
}
