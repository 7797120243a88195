import type { Clock } from './types.ts'

/** A clock that shows the machine's time until it is set; then it continues from there at the machine's pace. */
export function createClock(machine: () => number = Date.now): Clock {
  let ahead = 0
  return {
    now: () => machine() + ahead,
    set(instant) {
      ahead = instant === undefined ? 0 : Date.parse(instant) - machine()
    },
  }
}
