import { createHash } from 'node:crypto'
import { alphabet, partLength } from '#shared/ids.ts'
import { fold } from '#shared/rules/folded.ts'
import { nameKey, type PlayerRow, type RowGuardian } from '#shared/rules/playerRows.ts'
import { digits } from '#shared/rules/households.ts'

/** Deterministic part of an id: the same input always gets the same id. */
function hashed(letter: string, ...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest()
  return letter + Array.from(bytes.subarray(0, partLength), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** The id of a player who is new to a club or team: the same child from the same table gets it every time. */
export const newPlayerId = (orgUnitId: string, organizationId: string, row: PlayerRow): string =>
  `${organizationId}.${hashed('p', orgUnitId, nameKey(row), row.bornOn ?? '', row.is === 'new' ? String(row.row) : '')}`

/** A guardian's id, by email address, otherwise by phone number, otherwise by name. */
export const guardianIdOf = ({ email, phone, name }: RowGuardian): string =>
  hashed('g', email?.trim().toLowerCase() ?? (phone ? digits(phone) : fold(name)))

export const householdIdOf = (organizationId: string, household: string): string =>
  `${organizationId}.${hashed('h', organizationId, household)}`
