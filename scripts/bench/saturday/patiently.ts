import { setTimeout } from 'node:timers/promises'
import { Problem } from '#shared/problems.ts'
import { isLate } from '../../demo/isLate.ts'

const tries = 100

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
