import { Unzip, UnzipInflate } from 'fflate'
import { streamXlsxRows } from 'hucre/xlsx'
import { limits, type Sheet, SheetProblem, type SheetRefusal, toSheet } from './sheet.ts'

/** The first non-empty sheet of an .xlsx file. Merged cells keep their text in the first cell. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  const sheets = countSheets(bytes)
  try {
    for (let sheet = 0; sheet < sheets; sheet++) {
      const rows = await readRows(bytes, sheet)
      if (rows.some((row) => row.some((cell) => cell.trim() !== '')))
        return toSheet(rows, sheets > 1 ? [{ kind: 'more_sheets' }] : [])
    }
  } catch (error) {
    throw error instanceof SheetProblem ? error : new SheetProblem('not_a_table')
  }
  throw new SheetProblem('empty')
}

async function readRows(bytes: Uint8Array, sheet: number): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    // Rows missing in the file are empty.
    if (index >= limits.rows * 2) throw new SheetProblem('too_many_rows')
    while (rows.length < index) rows.push([])
    rows.push(values.slice(0, limits.columns + 1).map(toText))
  }
  return rows
}

/** Dates in spreadsheets are midnight in UTC. */
function toText(value: string | number | boolean | Date | null): string {
  if (value === null) return ''
  if (!(value instanceof Date)) return String(value)
  if (Number.isNaN(value.getTime())) return ''
  const [day = '', time = ''] = value.toISOString().split('T')
  const minutes = time.slice(0, 5)
  // A time without a date is relative to the spreadsheet's epoch.
  if (day < '1901-01-01') return minutes
  return minutes === '00:00' ? day : `${day} ${minutes}`
}

/**
 * Number of sheets in a workbook. Decompresses the whole file and discards the output to count its real size, since a zip bomb
 * lies about its size.
 */
function countSheets(bytes: Uint8Array): number {
  const result: { unpacked: number; sheets: number; refusal?: SheetRefusal } = { unpacked: 0, sheets: 0 }
  const unzip = new Unzip((file) => {
    if (/^xl\/worksheets\/sheet[^/]*\.xml$/.test(file.name)) result.sheets++
    file.ondata = (error, data) => {
      if (error) result.refusal ??= 'not_a_table'
      result.unpacked += data?.length ?? 0
      if (result.unpacked <= limits.unpacked) return
      result.refusal ??= 'too_much_inside'
      file.terminate()
    }
    if (!result.refusal) file.start()
  })
  unzip.register(UnzipInflate)
  try {
    const chunkSize = 65_536
    for (let offset = 0; offset < bytes.length && !result.refusal; offset += chunkSize)
      unzip.push(bytes.subarray(offset, offset + chunkSize), offset + chunkSize >= bytes.length)
  } catch {
    result.refusal ??= 'not_a_table'
  }
  if (result.refusal) throw new SheetProblem(result.refusal)
  if (result.sheets === 0) throw new SheetProblem('not_a_table')
  return result.sheets
}
