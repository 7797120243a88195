import { setTimeout } from 'node:timers/promises'

/** The maximum number of attempts for a request that DynamoDB refuses because of a conflict or load. */
export const mostAttempts = 7

/** Exponential backoff with full jitter: waits a random time of at most 10 ms × 2 to the power of `attempt`. */
export const backoff = (attempt: number) => setTimeout(10 * 2 ** attempt * Math.random())
