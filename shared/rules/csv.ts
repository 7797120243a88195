/** What begins like this is a formula to a spreadsheet; so do its fullwidth twins. */
const formula = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/

/**
 * The same further on, where a spreadsheet that separates cells by semicolons, as with a decimal comma, or by tabs begins another one:
 * the quotes are no such cell's own there, since they do not stand at its beginning, and a line break in them ends the line.
 */
const formulaWithin = /(?<=[;\t\r\n][\s"]*)[=+\-@\uff1d\uff0b\uff0d\uff20]/g

/**
 * A cell that a spreadsheet takes for the text it is. Blanks at its ends go, the non-breaking ones too, since a
 * spreadsheet looks for a formula behind them; a tab or line break inside stays, in quotes.
 */
const cell = (value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = value.trim().replace(formulaWithin, "'$&")
  const harmless = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One line of a CSV file, with its end. */
export const csvLine = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map(cell).join(',')}\r\n`

/** The first line of a CSV file, behind what has a spreadsheet read it as UTF-8. */
export const csvHead = (cells: Parameters<typeof csvLine>[0]): string => `\ufeff${csvLine(cells)}`

/** Cents as a number that programs read. */
export const decimals = (cents: number): string => (cents / 100).toFixed(2)

/** What stood in a cell before it was written so that no spreadsheet takes it for a formula. */
export const asWritten = (text: string): string =>
  text.replace(/(?<=^|[;\t\r\n][\s"]*)'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g, '')
