/** What spreadsheets take for the start of a formula, including the fullwidth characters. */
const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/

/**
 * The same inside a cell: a spreadsheet that separates cells by semicolons, as with a decimal comma, or by tabs starts another
 * cell there. Our quotes do not protect it, since they are not at that cell's start, and a line break in them ends the line.
 */
const formulaWithin = /(?<=[;\t\r\n][\s"]*)[=+\-@\uff1d\uff0b\uff0d\uff20]/g

/**
 * A cell that spreadsheets read as text. Surrounding white space is removed, including non-breaking spaces, since spreadsheets
 * look for a formula behind it; a tab or line break inside stays, in quotes.
 */
const cell = (value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = value.trim().replace(formulaWithin, "'$&")
  const safeText = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t;]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText
}

/** One line of a CSV file, with its line end. */
export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(cell).join(',')}\r\n`

/** The first line of a CSV file, after a byte order mark, so that spreadsheets read it as UTF-8. */
export const csvHead = (cells: Parameters<typeof csvLine>[0]): string => `\ufeff${csvLine(cells)}`

/** Cents as a decimal number for programs. */
export const decimals = (cents: number): string => (cents / 100).toFixed(2)

/** The text of a cell before it was protected against being read as a formula. */
export const withoutFormulaGuard = (text: string): string =>
  text.replace(/(?<=^|[;\t\r\n][\s"]*)'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g, '')
