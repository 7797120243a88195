/** The cells of a table whose columns stand between tabs, its head as the first line. */
export const tsv = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))

/** One table of those that areas have of the same columns, by their files as `import.meta.glob` gives them. */
export function tablesOfAreas(files: Record<string, string>): { head: string[]; lines: string[][] } {
  const tables = Object.values(files).map(tsv)
  const [[head = []] = []] = tables
  const other = Object.keys(files).find((_, i) => tables[i]?.[0]?.join('\t') !== head.join('\t'))
  if (other) throw new Error(`${other} has other columns than the first table.`)
  return { head, lines: tables.flatMap(([, ...own]) => own) }
}
