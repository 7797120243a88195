import { useSyncExternalStore } from 'react'
import { createEmitter } from '../kit/emitter.ts'

/** How long a request may take before a loading message is shown, in milliseconds. */
const slowAfter = 1000

let count = 0
let isSlow = false
const [subscribe, emit] = createEmitter()
function setSlow(isSlowNow: boolean) {
  if (isSlow === isSlowNow) return
  isSlow = isSlowNow
  emit()
}

/** Counts a request as pending until the returned function is called. */
export function startRequest(): () => void {
  count += 1
  const timer = setTimeout(() => setSlow(true), slowAfter)
  return () => {
    clearTimeout(timer)
    count -= 1
    if (count === 0) setSlow(false)
  }
}

/** Whether no request is pending. */
export const nothingPending = (): boolean => count === 0

/** True from when a request takes longer than a second until none is pending, so that quick requests show no loading state. */
export const useSlow = (): boolean => useSyncExternalStore(subscribe, () => isSlow)
