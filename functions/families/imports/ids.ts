import { createHash } from 'node:crypto'
import { alphabet, partLength } from '#shared/ids.ts'
import { fold } from '#shared/rules/folded.ts'
import { nameKey, type PlayerRow, type RowGuardian } from '#shared/rules/playerRows.ts'
import { digits } from '#shared/rules/households.ts'

/** As many characters of an id as say the same of the same, and nothing else: what comes twice has one id. */
function hashed(letter: string, ...parts: readonly string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest()
  return letter + Array.from(bytes.subarray(0, partLength), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** The id of who is new in a club or a team: the same child of the same table has it each time it comes. */
export const newPlayerId = (orgUnitId: string, organizationId: string, row: PlayerRow): string =>
  `${organizationId}.${hashed('p', orgUnitId, nameKey(row), row.bornOn ?? '', row.is === 'new' ? String(row.row) : '')}`

/** A grown-up beside a player is known by their address, else by their phone, else by their name. */
export const guardianIdOf = ({ email, phone, name }: RowGuardian): string =>
  hashed('g', email?.trim().toLowerCase() ?? (phone ? digits(phone) : fold(name)))

export const householdIdOf = (organizationId: string, household: string): string =>
  `${organizationId}.${hashed('h', organizationId, household)}`
