import { setTimeout } from 'node:timers/promises'
import { Problem } from '#shared/problems.ts'
import { isLate } from '../../demo/isLate.ts'

const tries = 100

/**
 * Runs atomic writes of test data, and retries them on a timeout on a busy machine. A conflict in a retry means that the
 * earlier attempt was written.
 */
export async function retryWhenLate(work: () => Promise<unknown>): Promise<void> {
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
