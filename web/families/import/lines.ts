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
  { today, american, questions = [] }: { today: string; american: boolean; questions?: Reading['questions'] },
): Table {
  const { headRows, fields } = guessColumns(rows, columnsWithOwnFields(questions))
  return { name, rows, headRows, fields, order: orderOf(rows.slice(headRows), fields, today, american) }
}

function orderOf(
  rows: readonly (readonly string[])[],
  fields: Table['fields'],
  today: string,
  american: boolean,
): DayOrder {
  const column = fields.indexOf('bornOn')
  const days = column < 0 ? [] : rows.map((row) => row[column]?.trim() ?? '').filter(Boolean)
  return guessDayOrder(days, american ? 'mdy' : 'dmy', Number(today.slice(0, 4)))
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
export function unknownTeams(lines: readonly Line[], reading: Reading): { name: string; rows: number }[] {
  const found = new Map<string, { name: string; rows: number }>()
  const known = new Set(reading.teams.map(({ name }) => fold(name)))
  for (const { cells } of lines)
    for (const name of teamsNamed((cells.team ?? '').trim(), reading)) {
      const key = fold(name)
      if (key === '' || known.has(key) || reading.teamsByName?.has(key)) continue
      found.set(key, { name, rows: (found.get(key)?.rows ?? 0) + 1 })
    }
  return [...found.values()]
}

/** The import rows of a table row: one for each of its teams. */
export const rowsOf = ({ row, also = [] }: ReadRow) => [row, ...also]

export type Sorted = {
  /** Rows that can be imported as they are. */
  good: ReadRow[]
  /** Rows with faults. */
  bad: ReadRow[]
  /** Rows about a player who is in the table already, for the same team. */
  twice: { row: ReadRow; of: number }[]
}

/** Sorts rows into valid, faulty and duplicate ones. `others` are lines that the user has declared to be a different child. */
export function sorted(lines: readonly Line[], reading: Reading, others: ReadonlySet<number>): Sorted {
  const result: Sorted = { good: [], bad: [], twice: [] }
  const seen = new Map<string, ReadRow[]>()
  for (const { line, cells } of lines) {
    const read = readPlayerRow(line, cells, reading)
    if (read.faults.length > 0) {
      result.bad.push(read)
      continue
    }
    const rows = rowsOf(read)
    const keys = rows.map(({ teamId = '', ...row }) => `${nameKey(row)} ${teamId}`)
    const before = keys.flatMap((key) => seen.get(key) ?? [])
    const same = before.find(
      ({ row }) => row.bornOn === read.row.bornOn || row.bornOn === undefined || read.row.bornOn === undefined,
    )
    if (same && !others.has(line)) {
      result.twice.push({ row: read, of: same.row.row })
      continue
    }
    for (const key of keys) seen.set(key, [...(seen.get(key) ?? []), read])
    const [row = read.row, ...also] = rows.map((each) => ({ ...each, is: 'new' }))
    result.good.push(same ? { ...read, row, ...(also.length > 0 && { also }) } : read)
  }
  return result
}

/** A possible household among the rows: its children's names, and the contact (`by`) that they share. */
export type Household = { key: string; by: string; children: string[]; rows: number[] }
export function householdsIn(rows: readonly ReadRow[]): Household[] {
  const byLine = new Map(rows.map(({ row }) => [row.row, row]))
  return sharedContacts(rows.map(({ row }) => row)).flatMap(({ key, by, rows: lines }) => {
    const names = lines
      .map((line) => byLine.get(line))
      .map((row) => (row ? `${row.firstName} ${row.lastName}`.trim() : ''))
    const children = [...new Set(names)]
    return children.length > 1 ? [{ key, by, children, rows: lines }] : []
  })
}
