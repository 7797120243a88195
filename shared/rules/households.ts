import type { PlayerRow } from './playerRows.ts'

/** The digits of a phone number: `(312) 555-0142` and `312.555.0142` are the same. */
export const digits = (phone: string): string => phone.replaceAll(/\D/g, '').replace(/^00/, '')

/** Rows that may be one household, with the address or phone number they share. */
export type SharedContact = { key: string; by: string; rows: number[] }

/** An address or phone number on more rows than this is the club's own, not a family's. */
const maxChildren = 8

/**
 * The rows that share a guardian's address or phone number: each group once, with everything it shares. This alone makes nobody a
 * household; the user is asked.
 */
export function sharedContacts(rows: readonly PlayerRow[]): SharedContact[] {
  const byContact = new Map<string, { by: string; rows: Set<number> }>()
  for (const { row, guardians } of rows)
    for (const { email, phone } of guardians)
      for (const [key, by] of [
        [email?.toLowerCase(), email],
        [phone && digits(phone), phone],
      ])
        if (key && by) {
          const group = byContact.get(key) ?? { by, rows: new Set() }
          group.rows.add(row)
          byContact.set(key, group)
        }
  const groups: SharedContact[] = []
  for (const [key, { by, rows: sharedRows }] of byContact) {
    if (sharedRows.size < 2 || sharedRows.size > maxChildren) continue
    const overlapping = groups.find((group) => group.rows.some((row) => sharedRows.has(row)))
    if (!overlapping) groups.push({ key, by, rows: [...sharedRows] })
    else overlapping.rows = [...new Set([...overlapping.rows, ...sharedRows])].toSorted((a, b) => a - b)
  }
  return groups
}
