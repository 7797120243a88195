import { type Erasure, erasures } from '../table/privacy.ts'
import { all } from '../table/table.ts'
import { erase } from './erase.ts'

/** Once an hour: those that are due, one after the other. What one fails on holds up no other; it is tried again. */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  const due = await all<Erasure>(erasures.dueUntil(new Date(time).toISOString()))
  const failed: unknown[] = []
  for (const erasure of due) {
    try {
      await erase(erasure, new Date(time).toISOString())
    } catch (error) {
      failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} of ${due.length} erasures were cut short.`)
}
