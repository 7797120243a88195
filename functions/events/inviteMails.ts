import { outbox, type OutboxMail } from '../table/outbox.ts'
import type { Stamp, Write } from '../table/writes.ts'

/** A pending invite, and the user ids of family members who may answer. */
export type PendingInvite = { inviteId: string; parents: readonly string[] }

/** The most invites of siblings per transaction, with a mail to each of their parents. */
export const maxPerWrite = 6

/** The mails of these invites: one for each parent, about all of their players. */
export function mailsToParents(
  stamp: Stamp,
  letter: 'invite' | 'reminder',
  pendingInvites: readonly PendingInvite[],
): Write<OutboxMail>[] {
  const parents = [...new Set(pendingInvites.flatMap((each) => each.parents))]
  return parents.map((userId) => {
    const [inviteId = '', ...otherIds] = pendingInvites
      .filter((each) => each.parents.includes(userId))
      .map((each) => each.inviteId)
    const about = { inviteId, ...(otherIds.length > 0 && { also: otherIds.join(',') }) }
    return outbox.add(stamp, { letter, to: { userId }, about })
  })
}
