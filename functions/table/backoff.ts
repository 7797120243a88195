import { setTimeout } from 'node:timers/promises'

/** The most times that a request is sent which DynamoDB refuses for a conflict with another one, or for load. */
export const mostAttempts = 7

/** Exponential backoff with full jitter: waits a random time of at most 10 ms × 2 to the power of `attempt`. */
export const backoff = (attempt: number) => setTimeout(10 * 2 ** attempt * Math.random())
