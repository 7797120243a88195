import { setTimeout } from 'node:timers/promises'
import { Problem } from '#shared/problems.ts'

const tries = 100

/** An answer of the table that did not come in time, as its client says it or as our own problem. */
const isLate = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || ('code' in error && error.code === 'busy'))

/**
 * Puts something in, by writes that each happen whole. On a machine that is busy an answer may come too late: then it is done
 * again, and what is there by then is done.
 */
export async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      const isThere = attempt > 1 && error instanceof Problem && /^(conflict|already_)/.test(error.code)
      if (isThere) return
      if (!isLate(error) || attempt === tries) throw error
      await setTimeout(1000)
    }
  }
}
