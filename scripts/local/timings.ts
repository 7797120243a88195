import { channel } from 'node:diagnostics_channel'

/**
 * The duration of a part of the local cloud, by `performance.now()`: a request (named by its path), an invocation of a function and in it
 * its handler (named by stack and logical id), a function's call of AWS and in it DynamoDB Local (named by access key).
 */
export type Timing = {
  part: 'origin' | 'function' | 'handler' | 'gate' | 'table'
  name: string
  from: number
  to: number
  /** For a handler: its thread's CPU time in milliseconds, which does not depend on how busy the machine was. */
  cpu?: number
}

const timings = channel('touchline.local.timings')

export const publishTiming = (timing: Timing): void => timings.publish(timing)

/** Does the work and publishes its duration; does nothing more while nobody listens. */
export async function timed<T>(part: Timing['part'], name: string, work: () => Promise<T>): Promise<T> {
  if (!timings.hasSubscribers) return work()
  const from = performance.now()
  try {
    return await work()
  } finally {
    publishTiming({ part, name, from, to: performance.now() })
  }
}

/** Listens to all timings, until the returned function is called. */
export function subscribeToTimings(callback: (timing: Timing) => void): () => void {
  const listener = (message: unknown): void => callback(message as Timing)
  timings.subscribe(listener)
  return () => {
    timings.unsubscribe(listener)
  }
}
