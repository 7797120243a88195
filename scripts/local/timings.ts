import { channel } from 'node:diagnostics_channel'

/**
 * How long a part of the local cloud took, by `performance.now()`: a request at the main origin (its path), a
 * function's invocation and the handler within it (its stack and logical id), a function's call at the gate and
 * DynamoDB Local's share of that (its access key).
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

export const tell = (timing: Timing): void => timings.publish(timing)

/** Runs `work` and publishes how long it took; costs nothing without subscribers. */
export async function timed<T>(part: Timing['part'], name: string, work: () => Promise<T>): Promise<T> {
  if (!timings.hasSubscribers) return work()
  const from = performance.now()
  try {
    return await work()
  } finally {
    tell({ part, name, from, to: performance.now() })
  }
}

/** Subscribes to all timings until the returned function is called. */
export function hearTimings(hear: (timing: Timing) => void): () => void {
  const listener = (message: unknown): void => hear(message as Timing)
  timings.subscribe(listener)
  return () => {
    timings.unsubscribe(listener)
  }
}
