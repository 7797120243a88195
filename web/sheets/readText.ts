import Papa from 'papaparse'
import { type Sheet, type SheetNote, SheetProblem, toSheet } from './sheet.ts'

/** Decodes a file: by its byte order mark, else as UTF-8 if valid, else as Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Parses text with comma, semicolon, tab or bar separated cells: a CSV file or pasted cells. */
export function readText(text: string): Sheet {
  // Excel's `sep=` line declares the separator.
  const separatorLine = /^\ufeff?sep=(.)\r?\n/i.exec(text)
  // Trailing empty lines would break the separator detection.
  const table = (separatorLine ? text.slice(separatorLine[0].length) : text.replace(/^\ufeff/, '')).trimEnd()
  const { data, errors } = Papa.parse<string[]>(table, {
    delimiter: separatorLine?.[1] ?? '',
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: false,
  })
  // Not text at all, e.g. a picture or PDF.
  if (data.some((row) => row.some((cell) => cell.includes('\0')))) throw new SheetProblem('not_a_table')
  const notes = errors
    .filter(({ type }) => type === 'Quotes')
    .map(({ row }): SheetNote => ({ kind: 'open_quote', ...(row !== undefined && { row: row + 1 }) })) // prettier-ignore
  return toSheet(data, notes.slice(0, 5))
}
