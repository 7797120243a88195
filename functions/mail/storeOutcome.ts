import { outbox, type OutboxMail } from '../table/outbox.ts'
import { retryOnConflict, update } from '../table/table.ts'
import { ifUnchanged } from '../table/writes.ts'

type OutcomeKind = NonNullable<OutboxMail['became']>
const rank: Record<OutcomeKind, number> = { delivered: 1, opened: 2, bounced: 3, complained: 4 }

/** Stores a mail's outcome unless a later one is stored already; returns whether it was stored. */
export async function storeOutcome(
  { mailId }: Pick<OutboxMail, 'mailId'>,
  became: OutcomeKind,
  now: string,
): Promise<boolean> {
  return retryOnConflict(async () => {
    const mail = await outbox.get({ mailId }, { consistent: true })
    if (!mail || (mail.became && rank[mail.became] >= rank[became])) return false
    const when = ifUnchanged(mail)
    await update({ actor: 'mail-events', at: now }, outbox.change({ mailId }, { set: { became, becameAt: now }, when }))
    return true
  })
}
