import { logTrace } from '../runtime/logTrace.ts'
import { type Erasure, erasures } from '../table/privacy.ts'
import { all } from '../table/table.ts'
import { erase } from './erase.ts'

/** Runs once an hour: erases the due accounts one after the other. One that fails does not stop the others; the next run tries it again. */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const due = await all<Erasure>(erasures.dueUntil(new Date(time).toISOString()))
  let failed = 0
  for (const erasure of due) {
    try {
      await erase(erasure, new Date(time).toISOString())
    } catch (error) {
      failed++
      logTrace(error)
    }
  }
  if (failed > 0) throw new Error(`${failed} of ${due.length} erasures were cut short.`)
}
