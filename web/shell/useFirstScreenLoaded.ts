import { useEffect, useState } from 'react'
import { hasSkeletons } from '../kit/Skeleton.tsx'
import { nothingPending } from '../api/pendingRequests.ts'

/** How often to check whether the first screen has loaded, in milliseconds. */
const checkInterval = 250

/** True once the first screen has loaded its data: load what it does not need after that. */
export function useFirstScreenLoaded(): boolean {
  const [isQuiet, setIsQuiet] = useState(false)
  useEffect(() => {
    if (isQuiet) return
    // Skeletons: the screen itself may still be loading and not have requested anything yet.
    const timer = setInterval(() => nothingPending() && !hasSkeletons() && setIsQuiet(true), checkInterval)
    return () => clearInterval(timer)
  }, [isQuiet])
  return isQuiet
}
