import { countFailures } from '../runtime/countFailures.ts'
import { type Erasure, erasures } from '../table/privacy.ts'
import { all } from '../table/table.ts'
import { erase } from './erase.ts'

/** Runs once an hour: erases the due accounts one after the other. One that fails does not stop the others; the next run tries it again. */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const now = new Date(time).toISOString()
  const due = await all<Erasure>(erasures.dueUntil(now))
  const failed = await countFailures(due, 1, (erasure) => erase(erasure, now))
  if (failed > 0) throw new Error(`${failed} of ${due.length} erasures were cut short.`)
}
