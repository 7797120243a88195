import { countFailures } from '../runtime/countFailures.ts'
import { ignoreConflict } from '../table/ignore.ts'
import { digests, heldMails } from '../table/digests.ts'
import { outbox } from '../table/outbox.ts'
import { page, pages, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'

/** How many mails one digest contains; the rest goes into the next one. */
const maxPerDigest = 40
/** How many readers are handled at the same time: after a club has written to all of its families at night, there are thousands. */
const concurrency = 20

/** Runs on a schedule: puts one digest mail into the outbox for each due reader. Idempotent; on a conflict the next run does it. */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  let failed = 0
  for await (const rows of pages<Due>(digests.dueUntil(time)))
    failed += await countFailures(rows, concurrency, (due) => ignoreConflict(createDigest(due, time)))
  // The others are done; the error raises an alarm.
  if (failed > 0) throw new Error(`${failed} digests could not be made`)
}

type Due = { userId: string; version: number }

async function createDigest({ userId, version }: Due, at: string): Promise<void> {
  const { rows, next } = await page<{ mailId: string }>({
    ...heldMails.of({ userId }),
    limit: maxPerDigest,
    consistent: true,
  })
  const ids = rows.map(({ mailId }) => mailId)
  const stamp = { actor: 'mail-digest', at }
  // Holding back another mail changes this row, so the write conflicts.
  const due = ifUnchanged({ version })
  await write(
    stamp,
    next ? digests.check({ userId }, due) : digests.remove({ userId }, 'conflict', due),
    ...ids.map((mailId) => heldMails.remove({ userId, mailId }, 'conflict')),
    ...(ids.length > 0
      ? [outbox.add(stamp, { letter: 'digest', to: { userId }, about: { mails: ids.join(',') }, wasHeld: true })]
      : []),
  )
  if (next) await createDigest({ userId, version }, at)
}
