import type { Clock } from './types.ts'

/** A clock with the machine's time until it is set; from then on it runs from the time that was set. */
export function createClock(machine: () => number = Date.now): Clock {
  let aheadMs = 0
  return {
    now: () => machine() + aheadMs,
    set(instant) {
      aheadMs = instant === undefined ? 0 : Date.parse(instant) - machine()
    },
  }
}
