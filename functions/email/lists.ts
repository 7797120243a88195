import { type Email, teamEmails } from '../table/emails.ts'
import { chunks } from '../table/chunks.ts'
import { mostAtOnce, write } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'

type Listed = Pick<Email, 'emailId' | 'listedAt'>

/** So many lists find room in the transaction that accepts an email, beside its files and pictures and what is counted. */
export const mostListsAtOnce = 20

/** The writes by which an email stands in the lists of teams. */
export const listed = ({ emailId, listedAt }: Listed, lists: readonly string[]): Write[] =>
  lists.map((orgUnitId) => teamEmails.upsert({ orgUnitId, emailId }, { set: { emailId, listedAt } }))

/** An accepted email in more lists than that. Cut short, it comes into the others when it is sent. */
export async function listWith(stamp: Stamp, email: Listed, lists: readonly string[]): Promise<void> {
  for (const some of chunks(lists, mostAtOnce)) await write(stamp, ...listed(email, some))
}
