/** An uploaded table: every cell as text, dates as `YYYY-MM-DD`, followed by the time if they have one. */
export type Sheet = { rows: string[][]; notes: SheetNote[] }

/** What may have been misread; `row` counts from 1, as in spreadsheets. */
export type SheetNote = { kind: 'open_quote' | 'columns_cut' | 'more_sheets'; row?: number }

/** Why a file cannot be read; each has its own message. */
export type SheetRefusal =
  | 'too_big'
  | 'too_many_rows'
  | 'too_much_inside'
  | 'locked'
  | 'not_a_table'
  | 'empty'
  | 'too_slow'

export class SheetProblem extends Error {
  readonly refusal: SheetRefusal
  constructor(refusal: SheetRefusal) {
    super(refusal)
    this.name = 'SheetProblem'
    this.refusal = refusal
  }
}

/** Limits of a file: bytes, unpacked bytes, rows, columns, and characters per cell. */
export const limits = { bytes: 20_000_000, unpacked: 30_000_000, rows: 20_000, columns: 100, cell: 2000 }

/** Rows with trimmed cells, without empty rows at the end, and cut to the limits. */
export function toSheet(rows: readonly (readonly string[])[], notes: SheetNote[]): Sheet {
  const trimmed = rows.map((row) => row.slice(0, limits.columns).map((cell) => cell.trim().slice(0, limits.cell)))
  const hasCutColumns = rows.some((row) => row.slice(limits.columns).some((cell) => cell.trim() !== ''))
  while (trimmed.length > 0 && trimmed.at(-1)?.every((cell) => cell === '')) trimmed.pop()
  if (trimmed.length === 0) throw new SheetProblem('empty')
  if (trimmed.length > limits.rows) throw new SheetProblem('too_many_rows')
  return { rows: trimmed, notes: hasCutColumns ? [...notes, { kind: 'columns_cut' }] : notes }
}
