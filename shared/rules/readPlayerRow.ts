import type { FaultCode } from '../problems.ts'
import { asWritten } from './csv.ts'
import { whyCannotEmail } from './emails.ts'
import { asName, nameLimit, splitName, whyCannotName } from './names.ts'
import type { PlayerField as Question } from './organizations.ts'
import { ownFieldFault, readOwnField } from './ownFields.ts'
import { ownColumn, type PlayerColumn, type PlayerField } from './playerColumns.ts'
import { type PlayerRow, type RowGuardian, rowLimits } from './playerRows.ts'
import { type DayOrder, readDay } from './typedDays.ts'
import { fold } from './folded.ts'

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
  teamsSaid?: ReadonlyMap<string, string>
}
/** `also`: the same row for further teams, if it names several. */
export type ReadRow = { row: PlayerRow; faults: RowFault[]; also?: PlayerRow[] }

/** Reads a row of a table, with its faults. Blank rows are skipped before. */
export function readPlayerRow(line: number, cells: Cells, reading: Reading): ReadRow {
  const faults: RowFault[] = []
  const say = (field: PlayerColumn, code: RowFault['code']) => void faults.push({ field, code })
  const text = (field: PlayerField) => asWritten((cells[field] ?? '').trim())
  const isSplit = text('firstName') !== '' || text('lastName') !== ''
  const typed = isSplit ? { firstName: text('firstName'), lastName: text('lastName') } : splitName(turned(text('name')))
  // A single name becomes the first name.
  const names = typed.firstName === '' ? { firstName: typed.lastName, lastName: '' } : typed
  const [firstName, lastName] = [asName(names.firstName), asName(names.lastName)]
  const why = whyCannotName(firstName)
  if (why) say(isSplit ? 'firstName' : 'name', why)
  for (const field of ['firstName', 'lastName'] as const)
    if ([...typed[field]].length > nameLimit) say(isSplit ? field : 'name', 'too_long')
  const latestYear = Number(reading.today.slice(0, 4))
  const bornOn = text('bornOn') ? readDay(text('bornOn'), reading.order, latestYear) : undefined
  if (text('bornOn') && bornOn === undefined) say('bornOn', 'not_a_day')
  if (bornOn !== undefined && bornOn > reading.today) say('bornOn', 'not_born_yet')
  const named = teamsNamed(text('team'), reading)
  const teams = named.map((name) => teamOf(name, reading))
  if (teams.includes(undefined)) say('team', 'unknown_team')
  const numbers = ofEach(text('number'), named.length)?.map((number) => number.replace(/^#/, ''))
  const positions = ofEach(text('position'), named.length)
  for (const [field, list] of [
    ['number', numbers],
    ['position', positions],
  ] as const)
    if (!list) say(field, 'not_each_team')
    else if (list.some((each) => [...each].length > rowLimits[field])) say(field, 'too_long')
  const guardians = (
    [
      ['guardianName', 'guardianEmail', 'guardianPhone', 'guardianLastName'],
      ['otherName', 'otherEmail', 'otherPhone', 'otherLastName'],
    ] as const
  )
    .map(([name, email, phone, lastName]) => {
      const fullName = `${text(name)} ${text(lastName)}`.trim()
      return grownUp(fullName, text(email), text(phone), (at, code) => say([name, email, phone][at] ?? name, code))
    })
    .filter((each) => each !== undefined)
  const fields = answersIn(cells, reading, say)
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
  const further = teams.flatMap((team, at) => (at > 0 && team && teams.indexOf(team) === at ? [onTeam(at)] : []))
  return { row: onTeam(0), faults, ...(further.length > 0 && { also: further }) }
}

/**
 * The teams that a cell names: the cell itself, unless no team has that name and one of its listed parts matches. Exports list a
 * player's teams, numbers and positions in the same order.
 */
export function teamsNamed(cell: string, reading: Pick<Reading, 'teams' | 'teamsSaid'>): string[] {
  if (teamOf(cell, reading) !== undefined) return [cell]
  const listed = listIn(cell).filter(Boolean)
  return listed.length > 1 && listed.some((name) => teamOf(name, reading) !== undefined) ? listed : [cell]
}

/** The values for each of several teams; a single one applies to all of them. Undefined if the numbers differ. */
function ofEach(cell: string, count: number): string[] | undefined {
  const listed = count > 1 ? listIn(cell) : [cell]
  if (listed.length === 1) return Array.from({ length: count }, () => listed[0] ?? '')
  return listed.length === count ? listed : undefined
}

/** A list in a cell as `listed` writes it, and as people do. */
const listIn = (cell: string): string[] => cell.split(cell.includes(';') ? ';' : ',').map((part) => part.trim())

/** A list in a cell of an export: with gaps where a value exists for one team and not for another. */
export function listed(parts: readonly string[]): string {
  if (parts.every((part) => part === '')) return ''
  return parts.join(parts.some((part) => part.includes(',')) ? '; ' : ', ').trimEnd()
}

/** A row's answers to the club's custom fields. Empty cells are left out. */
function answersIn(
  cells: Cells,
  { questions = [], order, today }: Reading,
  say: (field: PlayerColumn, code: RowFault['code']) => void,
): Record<string, string> {
  const answers: Record<string, string> = {}
  for (const question of questions) {
    const column = ownColumn(question.id)
    const typed = asWritten((cells[column] ?? '').trim())
    if (typed === '') continue
    // A date such as a licence's may be in the future.
    const value = readOwnField(question, typed, order, Number(today.slice(0, 4)) + 50)
    const fault = ownFieldFault(question, value)
    if (fault) say(column, question.type === 'DATE' ? 'not_a_day' : fault.code)
    answers[question.id] = value
  }
  return answers
}

/** `Moreno, Mia` is Mia Moreno. */
function turned(name: string): string {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim())
  return first && last && more.length === 0 ? `${first} ${last}` : name
}

/** The team with this name; empty for none, undefined if unknown. */
function teamOf(name: string, { teams, teamsSaid }: Pick<Reading, 'teams' | 'teamsSaid'>): string | undefined {
  const wanted = fold(name)
  if (wanted === '') return ''
  const called = teams.filter((team) => fold(team.name) === wanted)
  return teamsSaid?.get(wanted) ?? (called.find(({ archived }) => !archived) ?? called[0])?.id
}

function grownUp(
  name: string,
  typedEmail: string,
  phone: string,
  say: (at: 0 | 1 | 2, code: RowFault['code']) => void,
): RowGuardian | undefined {
  if (!name && !typedEmail && !phone) return undefined
  // Mail programs write `Paula Kim <paula@kim.example>`.
  const email = (/<([^<>]+)>\s*$/.exec(typedEmail)?.[1] ?? typedEmail).trim().toLowerCase()
  if (email && whyCannotEmail(email)) say(1, 'invalid_email')
  if ([...name].length > nameLimit) say(0, 'too_long')
  if (phone && (phone.length > 40 || !/\d/.test(phone))) say(2, 'invalid')
  return { name: asName(name), ...(email && { email }), ...(phone && { phone }) }
}
