import type { FaultCode } from '../problems.ts'
import { withoutFormulaGuard } from './csv.ts'
import { whyCannotEmail } from './emails.ts'
import { toName, nameLimit, splitName, whyCannotName } from './nameInput.ts'
import type { PlayerField as Question } from './organizations.ts'
import { ownFieldFault, readOwnField } from './ownFields.ts'
import { ownColumn, type PlayerColumn, type PlayerField } from './playerColumns.ts'
import { type PlayerRow, type RowGuardian, rowLimits } from './playerRows.ts'
import { type DayOrder, readDay } from './typedDays.ts'
import { fold } from './textMatching.ts'

/** The cells of a row, by column. */
export type Cells = Partial<Record<PlayerColumn, string>>
/**
 * A fault in a row. `unknown_team`: no team of the club has that name. `not_each_team`: the number of values differs from the
 * number of teams.
 */
export type RowFault = {
  field: PlayerColumn
  code: FaultCode | 'not_a_day' | 'not_born_yet' | 'unknown_team' | 'not_each_team'
}
type Reading = {
  order: DayOrder
  /** Today's date: nobody is born after it. */
  today: string
  /** Of two teams with the same name, the active one is meant. */
  teams: readonly { id: string; name: string; archived?: boolean | undefined }[]
  /** The club's custom fields. */
  questions?: readonly Question[]
  /** The user's choices for unknown teams, by folded name. Empty means no team. */
  teamsByName?: ReadonlyMap<string, string>
}
/** `also`: the same row for further teams, if it names several. */
export type ReadRow = { row: PlayerRow; faults: RowFault[]; also?: PlayerRow[] }

/** Reads a row of a table, with its faults. Blank rows are skipped before. */
export function readPlayerRow(line: number, cells: Cells, reading: Reading): ReadRow {
  const faults: RowFault[] = []
  const addFault = (field: PlayerColumn, code: RowFault['code']) => void faults.push({ field, code })
  const text = (field: PlayerField) => withoutFormulaGuard((cells[field] ?? '').trim())
  const isSplit = text('firstName') !== '' || text('lastName') !== ''
  const fullName = isSplit
    ? { firstName: text('firstName'), lastName: text('lastName') }
    : splitName(firstNameFirst(text('name')))
  // A single name becomes the first name.
  const names = fullName.firstName === '' ? { firstName: fullName.lastName, lastName: '' } : fullName
  const [firstName, lastName] = [toName(names.firstName), toName(names.lastName)]
  const fault = whyCannotName(firstName)
  if (fault) addFault(isSplit ? 'firstName' : 'name', fault)
  for (const field of ['firstName', 'lastName'] as const)
    if ([...fullName[field]].length > nameLimit) addFault(isSplit ? field : 'name', 'too_long')
  const latestYear = Number(reading.today.slice(0, 4))
  const bornOn = text('bornOn') ? readDay(text('bornOn'), reading.order, latestYear) : undefined
  if (text('bornOn') && bornOn === undefined) addFault('bornOn', 'not_a_day')
  if (bornOn !== undefined && bornOn > reading.today) addFault('bornOn', 'not_born_yet')
  const teamsFound = teamsNamed(text('team'), reading)
  const teams = teamsFound.map((name) => teamOf(name, reading))
  if (teams.includes(undefined)) addFault('team', 'unknown_team')
  const numbers = ofEach(text('number'), teamsFound.length)?.map((number) => number.replace(/^#/, ''))
  const positions = ofEach(text('position'), teamsFound.length)
  for (const [field, list] of [
    ['number', numbers],
    ['position', positions],
  ] as const)
    if (!list) addFault(field, 'not_each_team')
    else if (list.some((each) => [...each].length > rowLimits[field])) addFault(field, 'too_long')
  const guardians = (
    [
      ['guardianName', 'guardianEmail', 'guardianPhone', 'guardianLastName'],
      ['otherName', 'otherEmail', 'otherPhone', 'otherLastName'],
    ] as const
  )
    .map(([name, email, phone, lastName]) => {
      const fullName = `${text(name)} ${text(lastName)}`.trim()
      return grownUp(fullName, text(email), text(phone), (at, code) => addFault([name, email, phone][at] ?? name, code))
    })
    .filter((each) => each !== undefined)
  const fields = answersIn(cells, reading, addFault)
  const onTeam = (at: number): PlayerRow => {
    const [number, position, teamId] = [numbers?.[at], positions?.[at], teams[at]]
    return {
      row: line,
      firstName,
      lastName,
      ...(bornOn !== undefined && { bornOn }),
      ...(number && { number }),
      ...(position && { position }),
      ...(teamId && { teamId }),
      guardians,
      ...(Object.keys(fields).length > 0 && { fields }),
    }
  }
  // Of several teams, ones that mean no team or are repeated are skipped.
  const additionalRows = teams.flatMap((team, at) => (at > 0 && team && teams.indexOf(team) === at ? [onTeam(at)] : []))
  return { row: onTeam(0), faults, ...(additionalRows.length > 0 && { also: additionalRows }) }
}

/**
 * The teams that a cell names: the cell itself, unless no team has that name and one of its listed parts matches. Exports list a
 * player's teams, numbers and positions in the same order.
 */
export function teamsNamed(cell: string, reading: Pick<Reading, 'teams' | 'teamsByName'>): string[] {
  if (teamOf(cell, reading) !== undefined) return [cell]
  const items = listIn(cell).filter(Boolean)
  return items.length > 1 && items.some((name) => teamOf(name, reading) !== undefined) ? items : [cell]
}

/** The values for each of several teams; a single one applies to all of them. Undefined if the numbers differ. */
function ofEach(cell: string, count: number): string[] | undefined {
  const items = count > 1 ? listIn(cell) : [cell]
  if (items.length === 1) return Array.from({ length: count }, () => items[0] ?? '')
  return items.length === count ? items : undefined
}

/** A list in a cell as `joinList` writes it, and as people do. */
const listIn = (cell: string): string[] => cell.split(cell.includes(';') ? ';' : ',').map((part) => part.trim())

/** A list in a cell of an export: with gaps where a value exists for one team and not for another. */
export function joinList(parts: readonly string[]): string {
  if (parts.every((part) => part === '')) return ''
  return parts.join(parts.some((part) => part.includes(',')) ? '; ' : ', ').trimEnd()
}

/** A row's answers to the club's custom fields. Empty cells are left out. */
function answersIn(
  cells: Cells,
  { questions = [], order, today }: Reading,
  addFault: (field: PlayerColumn, code: RowFault['code']) => void,
): Record<string, string> {
  const answers: Record<string, string> = {}
  for (const question of questions) {
    const column = ownColumn(question.id)
    const text = withoutFormulaGuard((cells[column] ?? '').trim())
    if (text === '') continue
    // A date such as a licence's may be in the future.
    const value = readOwnField(question, text, order, Number(today.slice(0, 4)) + 50)
    const fault = ownFieldFault(question, value)
    if (fault) addFault(column, question.type === 'DATE' ? 'not_a_day' : fault.code)
    answers[question.id] = value
  }
  return answers
}

/** `Moreno, Mia` is Mia Moreno. */
function firstNameFirst(name: string): string {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim())
  return first && last && more.length === 0 ? `${first} ${last}` : name
}

/** The team with this name; empty for none, undefined if unknown. */
function teamOf(name: string, { teams, teamsByName }: Pick<Reading, 'teams' | 'teamsByName'>): string | undefined {
  const foldedName = fold(name)
  if (foldedName === '') return ''
  const sameNamed = teams.filter((team) => fold(team.name) === foldedName)
  return teamsByName?.get(foldedName) ?? (sameNamed.find(({ archived }) => !archived) ?? sameNamed[0])?.id
}

function grownUp(
  name: string,
  typedEmail: string,
  phone: string,
  addFault: (at: 0 | 1 | 2, code: RowFault['code']) => void,
): RowGuardian | undefined {
  if (!name && !typedEmail && !phone) return undefined
  // Mail programs write `Paula Kim <paula@kim.example>`.
  const email = (/<([^<>]+)>\s*$/.exec(typedEmail)?.[1] ?? typedEmail).trim().toLowerCase()
  if (email && whyCannotEmail(email)) addFault(1, 'invalid_email')
  if ([...name].length > nameLimit) addFault(0, 'too_long')
  if (phone && (phone.length > 40 || !/\d/.test(phone))) addFault(2, 'invalid')
  return { name: toName(name), ...(email && { email }), ...(phone && { phone }) }
}
