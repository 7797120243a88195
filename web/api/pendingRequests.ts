import { useSyncExternalStore } from 'react'
import { createEmitter } from '../kit/emitter.ts'

/** How long a request may take before a loading message is shown, in milliseconds. */
const patience = 1000

let count = 0
let slow = false
const [subscribe, emit] = createEmitter()
function set(next: boolean) {
  if (slow === next) return
  slow = next
  emit()
}

/** Counts a request as pending until the returned function is called. */
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
