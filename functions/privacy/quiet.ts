import { ignore } from '../table/ignore.ts'
import { normalEmail } from '../table/emailUsers.ts'
import type { Contact } from '../table/playerDetails.ts'
import { pages, type Range, write } from '../table/table.ts'
import type { Stored, Stamp, Write } from '../table/writes.ts'

/**
 * The person being erased. `emails`: their addresses, as by `normalEmail`. `names`: the names they are mentioned by; empty if
 * unknown. `signer`: the name they sign with.
 */
export type Leaving = {
  userId: string
  emails: readonly string[]
  names: readonly string[]
  signer?: { firstName: string; lastName: string }
}
export const isTheirs = (email: string | undefined, { emails }: Leaving): boolean =>
  email !== undefined && emails.includes(normalEmail(email))
/** Whether they kept the contact private from the player's other home: nobody in the family would ever see it again. */
export const isKeptBy = (contact: Contact, { userId }: Leaving): boolean =>
  contact.private === true && contact.enteredBy === userId

/** Ignores writes that were done before: each step may run twice. */
export async function quietly(stamp: Stamp, ...writes: Write[]): Promise<void> {
  await write(stamp, ...writes).catch(ignore('not_found', 'conflict'))
}

/** The write that removes an item. */
export const goneOf = (item: Stored<object>): Write => {
  const { pk, sk } = item as unknown as { pk: string; sk: string }
  return { kind: item.kind, key: { pk, sk }, on: [], otherwise: 'not_found', does: 'remove', when: [] }
}

/** Runs `work` on each item of a range. */
export async function each<Row>(range: Range, work: (row: Stored<Row>) => Promise<unknown>): Promise<void> {
  for await (const rows of pages<Row>(range)) for (const row of rows) await work(row)
}
