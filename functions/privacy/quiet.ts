import { ignore } from '../table/ignore.ts'
import { normalEmail } from '../table/emailUsers.ts'
import type { Contact } from '../table/playerDetails.ts'
import { pages, type Range, write } from '../table/table.ts'
import type { Stored, Stamp, Write } from '../table/writes.ts'

/**
 * Who goes. `emails`: by which they are known, as `normalEmail` has them. `names`: how they were called where they are named; none where nobody ever said.
 * `signer`: with which name they sign.
 */
export type Leaving = {
  userId: string
  emails: readonly string[]
  names: readonly string[]
  signer?: { firstName: string; lastName: string }
}
export const isTheirs = (email: string | undefined, { emails }: Leaving): boolean =>
  email !== undefined && emails.includes(normalEmail(email))
/** What they kept from the player’s other home was theirs: nobody of the family would ever see it again. */
export const isKeptBy = (contact: Contact, { userId }: Leaving): boolean =>
  contact.private === true && contact.enteredBy === userId

/** Done before, or gone by itself: each step may come twice. */
export async function quietly(stamp: Stamp, ...writes: Write[]): Promise<void> {
  await write(stamp, ...writes).catch(ignore('not_found', 'conflict'))
}

/** The write that takes away an item as it was read. */
export const goneOf = (item: Stored<object>): Write => {
  const { pk, sk } = item as unknown as { pk: string; sk: string }
  return { kind: item.kind, key: { pk, sk }, on: [], otherwise: 'not_found', does: 'remove', when: [] }
}

/** Does something to each item of a range. */
export async function each<Row>(range: Range, work: (row: Stored<Row>) => Promise<unknown>): Promise<void> {
  for await (const rows of pages<Row>(range)) for (const row of rows) await work(row)
}
