import { setTimeout } from 'node:timers/promises'

/** Exponential backoff with full jitter: waits a random time of at most `base` milliseconds × 2 to the power of `attempt`. */
export const backoff = (attempt: number, base: number) => setTimeout(base * 2 ** attempt * Math.random())
