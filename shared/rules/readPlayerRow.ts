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

/** What stands in a row, by what its columns are. */
export type Cells = Partial<Record<PlayerColumn, string>>
/** What is wrong with what stands in a row. `unknown_team`: no team of the club is called so. `not_each_team`: as many teams, as many of these. */
export type RowFault = {
  field: PlayerColumn
  code: FaultCode | 'not_a_day' | 'not_born_yet' | 'unknown_team' | 'not_each_team'
}
type Reading = {
  order: DayOrder
  /** The day it is: nobody is born after it. */
  today: string
  /** Of two that are called the same it is the one that plays on. */
  teams: readonly { id: string; name: string; archived?: boolean | undefined }[]
  /** What the club asks of its players beside. */
  questions?: readonly Question[]
  /** What stands for a team, once somebody has said which: by its folded name. Empty is no team. */
  teamsSaid?: ReadonlyMap<string, string>
}
/** `also`: the same of further teams, where the row names several. */
export type ReadRow = { row: PlayerRow; faults: RowFault[]; also?: PlayerRow[] }

/** A row of a table as it is taken, and what is wrong with it. Blank rows are left out before. */
export function readPlayerRow(line: number, cells: Cells, reading: Reading): ReadRow {
  const faults: RowFault[] = []
  const say = (field: PlayerColumn, code: RowFault['code']) => void faults.push({ field, code })
  const text = (field: PlayerField) => asWritten((cells[field] ?? '').trim())
  const isSplit = text('firstName') !== '' || text('lastName') !== ''
  const typed = isSplit ? { firstName: text('firstName'), lastName: text('lastName') } : splitName(turned(text('name')))
  // Who has one name has it as the first.
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
  // Of several teams one that stands for none, or is named twice, says nothing more.
  const further = teams.flatMap((team, at) => (at > 0 && team && teams.indexOf(team) === at ? [onTeam(at)] : []))
  return { row: onTeam(0), faults, ...(further.length > 0 && { also: further }) }
}

/**
 * The teams that a cell names: itself, unless nothing is called so and something of what it lists is. An export lists a player’s
 * teams, their numbers and their positions in one order.
 */
export function teamsNamed(cell: string, reading: Pick<Reading, 'teams' | 'teamsSaid'>): string[] {
  if (teamOf(cell, reading) !== undefined) return [cell]
  const listed = listIn(cell).filter(Boolean)
  return listed.length > 1 && listed.some((name) => teamOf(name, reading) !== undefined) ? listed : [cell]
}

/** What is said for each of several teams; one that stands alone is said for all of them. Undefined where they are not as many. */
function ofEach(cell: string, count: number): string[] | undefined {
  const listed = count > 1 ? listIn(cell) : [cell]
  if (listed.length === 1) return Array.from({ length: count }, () => listed[0] ?? '')
  return listed.length === count ? listed : undefined
}

/** A list in a cell as `listed` writes it, and as people do. */
const listIn = (cell: string): string[] => cell.split(cell.includes(';') ? ';' : ',').map((part) => part.trim())

/** A list as it stands in a cell of an export: with gaps, where something is said of one team and nothing of another. */
export function listed(parts: readonly string[]): string {
  if (parts.every((part) => part === '')) return ''
  return parts.join(parts.some((part) => part.includes(',')) ? '; ' : ', ').trimEnd()
}

/** What a row says to the questions of the club. What it leaves empty is not said. */
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
    // A day of a licence may lie ahead.
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

/** The team that is called so; empty for none, undefined for one that there is not. */
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
  // A mail program writes `Paula Kim <paula@kim.example>`.
  const email = (/<([^<>]+)>\s*$/.exec(typedEmail)?.[1] ?? typedEmail).trim().toLowerCase()
  if (email && whyCannotEmail(email)) say(1, 'invalid_email')
  if ([...name].length > nameLimit) say(0, 'too_long')
  if (phone && (phone.length > 40 || !/\d/.test(phone))) say(2, 'invalid')
  return { name: asName(name), ...(email && { email }), ...(phone && { phone }) }
}
