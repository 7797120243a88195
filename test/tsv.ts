/** Rows and cells of a tab-separated table, including its header line. */
export const tsv = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))

/** Joins the tables of all areas, which have the same columns, given by file as `import.meta.glob` returns them. */
export function tablesOfAreas(files: Record<string, string>): { head: string[]; lines: string[][] } {
  const tables = Object.values(files).map(tsv)
  const [[head = []] = []] = tables
  const differingFile = Object.keys(files).find((_, i) => tables[i]?.[0]?.join('\t') !== head.join('\t'))
  if (differingFile) throw new Error(`${differingFile} has other columns than the first table.`)
  return { head, lines: tables.flatMap(([, ...fileLines]) => fileLines) }
}
