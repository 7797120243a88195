import { fold } from '#shared/rules/textMatching.ts'
import { nameKey, type PlayerRow, type RowGuardian } from '#shared/rules/playerRows.ts'
import { digits } from '#shared/rules/households.ts'
import { derivedPart } from '../../table/derivedPart.ts'

const hashed = (letter: string, ...parts: readonly string[]): string => derivedPart(letter, JSON.stringify(parts))

/** The id of a new player in a club or team: the same each time that the same file is imported. */
export const newPlayerId = (orgUnitId: string, organizationId: string, row: PlayerRow): string =>
  `${organizationId}.${hashed('p', orgUnitId, nameKey(row), row.bornOn ?? '', row.is === 'new' ? String(row.row) : '')}`

/** The id of a guardian of a player: by their e-mail address, else by their phone, else by their name. */
export const guardianIdOf = ({ email, phone, name }: RowGuardian): string =>
  hashed('g', email?.trim().toLowerCase() ?? (phone ? digits(phone) : fold(name)))

export const householdIdOf = (organizationId: string, household: string): string =>
  `${organizationId}.${hashed('h', organizationId, household)}`
