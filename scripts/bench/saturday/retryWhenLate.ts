import { setTimeout } from 'node:timers/promises'
import { Problem } from '#shared/problems.ts'
import { isTimeout } from '../../demo/isTimeout.ts'

const maxAttempts = 100

/**
 * Runs atomic writes of test data, and retries when a response comes too late on a busy machine. A conflict in a retry
 * means that the attempt before has written it.
 */
export async function retryWhenLate(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      const isAlreadyWritten = attempt > 1 && error instanceof Problem && /^(conflict|already_)/.test(error.code)
      if (isAlreadyWritten) return
      if (!isTimeout(error) || attempt === maxAttempts) throw error
      await setTimeout(1000)
    }
  }
}
