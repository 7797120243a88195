import { outbox, type OutboxMail } from '../table/outbox.ts'
import type { Stamp, Write } from '../table/writes.ts'

/** An invite that waits for its answer, and who of the player's family may give it. */
export type Asked = { inviteId: string; parents: readonly string[] }

/** Brothers and sisters in one write, with a mail to each of their parents. */
export const mostTogether = 6

/** A mail to each parent, once for all of their own players who are asked about. */
export function lettersTo(stamp: Stamp, letter: 'invite' | 'reminder', asked: readonly Asked[]): Write<OutboxMail>[] {
  const parents = [...new Set(asked.flatMap((each) => each.parents))]
  return parents.map((userId) => {
    const [inviteId = '', ...also] = asked.filter((each) => each.parents.includes(userId)).map((each) => each.inviteId)
    const about = { inviteId, ...(also.length > 0 && { also: also.join(',') }) }
    return outbox.want(stamp, { letter, to: { userId }, about })
  })
}
