import { ignoreConflict } from '../table/ignore.ts'
import { chunks } from '../table/chunks.ts'
import { digests, heldMails } from '../table/digests.ts'
import { outbox } from '../table/outbox.ts'
import { page, pages, write } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'

/** As many mails as one digest names: what is more comes in the next. */
const mostInOne = 40
/** So many people are seen to at a time: after a night in which a large club wrote to all of its families it is thousands of them. */
const sideBySide = 20

/** Wants one mail for each whose time has come, of all that was held back for them. Called twice, it is wanted once: whoever comes second, or meets more that is held back, leaves it to the next call. */
export const handler = async ({ time }: { time: string }): Promise<void> => {
  for await (const rows of pages<Due>(digests.dueUntil(time)))
    for (const some of chunks(rows, sideBySide))
      await Promise.all(some.map((due) => ignoreConflict(wantDigest(due, time))))
}

type Due = { userId: string; version: number }

async function wantDigest({ userId, version }: Due, at: string): Promise<void> {
  const { rows, next } = await page<{ mailId: string }>({
    ...heldMails.of({ userId }),
    limit: mostInOne,
    consistent: true,
  })
  const ids = rows.map(({ mailId }) => mailId)
  const stamp = { actor: 'mail-digest', at }
  // Whoever holds back a mail meanwhile changes it: then it is looked at anew.
  const due = ifUnchanged({ version })
  await write(
    stamp,
    next ? digests.check({ userId }, due) : digests.remove({ userId }, 'conflict', due),
    ...ids.map((mailId) => heldMails.remove({ userId, mailId }, 'conflict')),
    ...(ids.length > 0
      ? [outbox.want(stamp, { letter: 'digest', to: { userId }, about: { mails: ids.join(',') }, wasHeld: true })]
      : []),
  )
  if (next) await wantDigest({ userId, version }, at)
}
