import { setTimeout } from 'node:timers/promises'

/** How often a request is sent at most that met another one at the same item. */
export const attempts = 7
/** Waits longer each time, and never as long as another one. */
export const outOfStep = (attempt: number) => setTimeout(10 * 2 ** attempt * Math.random())
