import { setTimeout as wait } from 'node:timers/promises'

export type Loops = {
  signal: AbortSignal
  /** Runs `step` repeatedly until closed; logs each distinct error once and retries a second later. */
  repeat: (step: () => Promise<void>) => void
  /** Waits for milliseconds, or until closed. */
  pause: (time: number) => Promise<void>
  /** Ends every loop and waits for steps in progress. */
  close: () => Promise<void>
}

/** Background loops that can be stopped. `log` gets one line for each different error. */
export function newLoops(log: (line: string) => void): Loops {
  const ended = new AbortController()
  const { signal } = ended
  const runningLoops: Promise<void>[] = []
  const loggedErrors = new Set<string>()
  const pause = (time: number): Promise<void> => wait(time, undefined, { signal, ref: false }).catch(() => undefined)

  async function run(step: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      try {
        await step()
      } catch (error) {
        if (signal.aborted) return
        const line = error instanceof Error ? error.message : String(error)
        if (!loggedErrors.has(line)) log(line)
        loggedErrors.add(line)
        await pause(1000)
      }
    }
  }
  return {
    signal,
    pause,
    repeat: (step) => void runningLoops.push(run(step)),
    async close() {
      ended.abort()
      await Promise.all(runningLoops)
    },
  }
}
