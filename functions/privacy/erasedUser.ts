import { ignore } from '../table/ignore.ts'
import { normalEmail } from '../table/emailUsers.ts'
import type { Contact } from '../table/playerDetails.ts'
import { pages, type Range, write } from '../table/table.ts'
import type { Stored, Stamp, Write } from '../table/writes.ts'

/**
 * The user who is erased. `emails`: their addresses, normalized by `normalEmail`. `names`: all names that they had; empty if none is known.
 * `signer`: the name with which they sign.
 */
export type ErasedUser = {
  userId: string
  emails: readonly string[]
  names: readonly string[]
  signer?: { firstName: string; lastName: string }
}
export const isAddressOf = (email: string | undefined, { emails }: ErasedUser): boolean =>
  email !== undefined && emails.includes(normalEmail(email))
/** Whether a contact is the user's private one, which nobody else in the family sees. */
export const isPrivateContactOf = (contact: Contact, { userId }: ErasedUser): boolean =>
  contact.private === true && contact.enteredBy === userId

/** Writes, ignoring that it was done before or that the item is gone: each step may run twice. */
export async function writeIdempotently(stamp: Stamp, ...writes: Write[]): Promise<void> {
  await write(stamp, ...writes).catch(ignore('not_found', 'conflict'))
}

/** The write that deletes an item on the condition that it is unchanged. */
export const removalOf = (item: Stored<object>): Write => {
  const { pk, sk } = item as unknown as { pk: string; sk: string }
  return { kind: item.kind, key: { pk, sk }, indexNames: [], otherwise: 'not_found', operation: 'remove', when: [] }
}

/** Calls `work` for each item of a range, one after the other. */
export async function forEachItem<Row>(range: Range, work: (row: Stored<Row>) => Promise<unknown>): Promise<void> {
  for await (const rows of pages<Row>(range)) for (const row of rows) await work(row)
}
