import { addSeconds } from '#shared/rules/days.ts'
import { countFailures } from '../runtime/countFailures.ts'
import { sendTo } from '../runtime/queues.ts'
import { type Email, emails } from '../table/emails.ts'
import { pages } from '../table/table.ts'
import type { Change } from '../worker.ts'

/** In seconds; longer than the interval between runs. Duplicates are sent once. */
const aheadSeconds = 600
/** How many are queued at the same time. */
const concurrency = 10

/** Runs on a schedule: queues the emails that are due before its next run, and those that earlier runs have missed. */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  let failed = 0
  for await (const rows of pages<Email>(emails.dueUntil(addSeconds(time, aheadSeconds))))
    failed += await countFailures(rows, concurrency, async ({ emailId, dueAt = time }) => {
      const message: Change = { kind: emails.kind, ...emails.key({ emailId }), change: 'changed', at: time }
      await sendTo('email-send', message, { seconds: (Date.parse(dueAt) - Date.parse(time)) / 1000 })
    })
  // The others are queued; the error raises an alarm.
  if (failed > 0) throw new Error(`${failed} emails could not be queued`)
}
