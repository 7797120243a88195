import { guessColumns } from '#shared/rules/columns.ts'
import { fold } from '#shared/rules/textMatching.ts'
import { sharedContacts } from '#shared/rules/households.ts'
import { columnsWithOwnFields, type PlayerColumn } from '#shared/rules/playerColumns.ts'
import { nameKey } from '#shared/rules/playerRows.ts'
import { type Cells, readPlayerRow, type ReadRow, teamsNamed } from '#shared/rules/readPlayerRow.ts'
import { type DayOrder, guessDayOrder } from '#shared/rules/typedDays.ts'

/** A table as uploaded, and the fields its columns are mapped to. */
export type Table = {
  name: string
  rows: readonly (readonly string[])[]
  headRows: number
  fields: readonly (PlayerColumn | undefined)[]
  order: DayOrder
}
/** A row of the table: its line number, from 1, and its cells by field. */
export type Line = { line: number; cells: Cells }

export function guessTable(
  name: string,
  rows: readonly (readonly string[])[],
  { today, isAmerican, questions = [] }: { today: string; isAmerican: boolean; questions?: Reading['questions'] },
): Table {
  const { headRows, fields } = guessColumns(rows, columnsWithOwnFields(questions))
  return { name, rows, headRows, fields, order: guessOrder(rows.slice(headRows), fields, today, isAmerican) }
}

function guessOrder(
  rows: readonly (readonly string[])[],
  fields: Table['fields'],
  today: string,
  isAmerican: boolean,
): DayOrder {
  const column = fields.indexOf('bornOn')
  const days = column < 0 ? [] : rows.map((row) => row[column]?.trim() ?? '').filter(Boolean)
  return guessDayOrder(days, isAmerican ? 'mdy' : 'dmy', Number(today.slice(0, 4)))
}

/** The rows that are not empty. */
export const linesOf = ({ rows, headRows, fields }: Table): Line[] =>
  rows.slice(headRows).flatMap((row, index) => {
    const cells: Cells = Object.fromEntries(
      fields.flatMap((field, column) => (field && row[column]?.trim() ? [[field, row[column]]] : [])),
    )
    return Object.keys(cells).length > 0 ? [{ line: headRows + index + 1, cells }] : []
  })

export type Reading = Parameters<typeof readPlayerRow>[2]
/** Teams named in the table that do not exist, as written there, with the number of rows that name them. */
export function findUnknownTeams(lines: readonly Line[], reading: Reading): { name: string; rows: number }[] {
  const missing = new Map<string, { name: string; rows: number }>()
  const knownTeams = new Set(reading.teams.map(({ name }) => fold(name)))
  for (const { cells } of lines)
    for (const name of teamsNamed((cells.team ?? '').trim(), reading)) {
      const key = fold(name)
      if (key === '' || knownTeams.has(key) || reading.teamsByName?.has(key)) continue
      missing.set(key, { name, rows: (missing.get(key)?.rows ?? 0) + 1 })
    }
  return [...missing.values()]
}

/** The import rows of a table row: one for each of its teams. */
export const rowsOf = ({ row, also = [] }: ReadRow) => [row, ...also]

export type SortedRows = {
  /** Rows that can be imported as they are. */
  good: ReadRow[]
  /** Rows with faults. */
  bad: ReadRow[]
  /** Rows about a player who is in the table already, for the same team. */
  twice: { row: ReadRow; of: number }[]
}

/** Sorts rows into valid, faulty and duplicate ones. `differentChildren` are lines that the user has declared to be a different child. */
export function sortRows(lines: readonly Line[], reading: Reading, differentChildren: ReadonlySet<number>): SortedRows {
  const result: SortedRows = { good: [], bad: [], twice: [] }
  const linesByKey = new Map<string, ReadRow[]>()
  for (const { line, cells } of lines) {
    const read = readPlayerRow(line, cells, reading)
    if (read.faults.length > 0) {
      result.bad.push(read)
      continue
    }
    const rows = rowsOf(read)
    const keys = rows.map(({ teamId = '', ...row }) => `${nameKey(row)} ${teamId}`)
    const sameKeyRows = keys.flatMap((key) => linesByKey.get(key) ?? [])
    const sameChild = sameKeyRows.find(
      ({ row }) => row.bornOn === read.row.bornOn || row.bornOn === undefined || read.row.bornOn === undefined,
    )
    if (sameChild && !differentChildren.has(line)) {
      result.twice.push({ row: read, of: sameChild.row.row })
      continue
    }
    for (const key of keys) linesByKey.set(key, [...(linesByKey.get(key) ?? []), read])
    const [row = read.row, ...also] = rows.map((each) => ({ ...each, is: 'new' }))
    result.good.push(sameChild ? { ...read, row, ...(also.length > 0 && { also }) } : read)
  }
  return result
}

/** A possible household among the rows: its children's names, and the contact (`by`) that they share. */
export type Household = { key: string; by: string; children: string[]; rows: number[] }
export function findHouseholds(rows: readonly ReadRow[]): Household[] {
  const byLine = new Map(rows.map(({ row }) => [row.row, row]))
  return sharedContacts(rows.map(({ row }) => row)).flatMap(({ key, by, rows: lines }) => {
    const names = lines
      .map((line) => byLine.get(line))
      .map((row) => (row ? `${row.firstName} ${row.lastName}`.trim() : ''))
    const children = [...new Set(names)]
    return children.length > 1 ? [{ key, by, children, rows: lines }] : []
  })
}
