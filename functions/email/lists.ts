import { orgUnitOf } from '#shared/ids.ts'
import { type Email, listsOf, teamEmails } from '../table/emails.ts'
import { chunks } from '../table/chunks.ts'
import { maxTransactWrites, write } from '../table/table.ts'
import type { Stamp, Write } from '../table/writes.ts'

type ListedEmail = Pick<Email, 'emailId' | 'listedAt'>

/** The writes that add an email to the lists of teams. */
export const listWrites = ({ emailId, listedAt }: ListedEmail, lists: readonly string[]): Write[] =>
  lists.map((orgUnitId) => teamEmails.upsert({ orgUnitId, emailId }, { set: { emailId, listedAt } }))

/**
 * Adds an accepted email to the lists of all teams that it goes to. Only the list of the team that sends it was written in the author's
 * request: a large club has too many others for that.
 */
export async function listEverywhere(stamp: Stamp, email: Email): Promise<void> {
  const otherUnitIds = listsOf(email).filter((orgUnitId) => orgUnitId !== orgUnitOf(email.emailId))
  for (const chunk of chunks(otherUnitIds, maxTransactWrites)) await write(stamp, ...listWrites(email, chunk))
}
