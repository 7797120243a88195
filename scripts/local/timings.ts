import { channel } from 'node:diagnostics_channel'

/**
 * Which part of the local cloud had how long to do with something, by `performance.now()`: a request at the one origin (its
 * path), a call of a function and its handler within that (its stack and logical id), a function's call at the gate and of that what
 * DynamoDB Local took (its access key).
 */
export type Timing = {
  part: 'origin' | 'function' | 'handler' | 'gate' | 'table'
  name: string
  from: number
  to: number
  /** Of a handler: for how many milliseconds its thread computed, however busy the machine was. */
  cpu?: number
}

const timings = channel('touchline.local.timings')

export const tell = (timing: Timing): void => timings.publish(timing)

/** Does work, and tells who listens how long it took; costs nothing while nobody does. */
export async function timed<T>(part: Timing['part'], name: string, work: () => Promise<T>): Promise<T> {
  if (!timings.hasSubscribers) return work()
  const from = performance.now()
  try {
    return await work()
  } finally {
    tell({ part, name, from, to: performance.now() })
  }
}

/** Hears of all timings until the returned function is called. */
export function hearTimings(hear: (timing: Timing) => void): () => void {
  const listener = (message: unknown): void => hear(message as Timing)
  timings.subscribe(listener)
  return () => {
    timings.unsubscribe(listener)
  }
}
