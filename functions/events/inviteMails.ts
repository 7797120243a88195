import { outbox, type OutboxMail } from '../table/outbox.ts'
import type { Stamp, Write } from '../table/writes.ts'

/** A pending invite, and the user ids of family members who may answer. */
export type Asked = { inviteId: string; parents: readonly string[] }

/** The most invites of siblings per transaction, with a mail to each of their parents. */
export const maxPerWrite = 6

/** The mails of these invites: one for each parent, about all of their players. */
export function mailsToParents(
  stamp: Stamp,
  letter: 'invite' | 'reminder',
  asked: readonly Asked[],
): Write<OutboxMail>[] {
  const parents = [...new Set(asked.flatMap((each) => each.parents))]
  return parents.map((userId) => {
    const [inviteId = '', ...also] = asked.filter((each) => each.parents.includes(userId)).map((each) => each.inviteId)
    const about = { inviteId, ...(also.length > 0 && { also: also.join(',') }) }
    return outbox.add(stamp, { letter, to: { userId }, about })
  })
}
