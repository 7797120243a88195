import { useSyncExternalStore } from 'react'

/** How long a request may take before the reader is told that something is loading, in milliseconds. */
const patience = 1000

let count = 0
let slow = false
const listeners = new Set<() => void>()
function set(next: boolean) {
  if (slow === next) return
  slow = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Counts a request as pending, until the function that it gives is called. */
export function startRequest(): () => void {
  count += 1
  const timer = setTimeout(() => set(true), patience)
  return () => {
    clearTimeout(timer)
    count -= 1
    if (count === 0) set(false)
  }
}

/** Whether no request is pending. */
export const nothingPending = (): boolean => count === 0

/** True from when a request takes longer than a second until none is pending, so that quick requests show no loading state. */
export const useSlow = (): boolean => useSyncExternalStore(subscribe, () => slow)
