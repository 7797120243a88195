import { fold, words } from './folded.ts'

/** A field of an imported table: its possible headings, and what its values look like. */
export type ColumnField<Key extends string = string> = {
  key: Key
  /** Headings in any language, folded or not. */
  headings: readonly string[]
  /** Whether a value could belong to this field; identifies columns without a known heading. */
  looksLike?: (value: string) => boolean
}

export type ColumnGuess<Key extends string> = {
  /** The number of rows at the top with headings or titles. */
  headRows: number
  /** The field of each column; undefined for one that is left out. */
  fields: (Key | undefined)[]
}

/** Headings may come below a title or two. */
const maxHeadRows = 5
/** Rows that are examined to tell what a column's values look like. */
const sampleRows = 50

/** The field of each column in a table, by its heading first, and by its values if the heading is unknown. */
export function guessColumns<Key extends string>(
  rows: readonly (readonly string[])[],
  fields: readonly ColumnField<Key>[],
): ColumnGuess<Key> {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const headed = rows.slice(0, maxHeadRows).map((row) => byHeadings(row, fields))
  const counts = headed.map((found) => found.filter(Boolean).length)
  const most = Math.max(0, ...counts)
  const headRow = most > 0 ? counts.indexOf(most) : -1
  const guessed = Array.from({ length: width }, (_, column) => headed[headRow]?.[column])
  const sample = rows.slice(headRow + 1, headRow + 1 + sampleRows)
  const free = fields.filter(({ key, looksLike }) => looksLike && !guessed.includes(key))
  const firstRow = rows[headRow] ?? []
  for (const [column, field] of guessed.entries()) {
    if (field) continue
    // A heading with another meaning is trusted.
    if (headRow >= 0 && (firstRow[column] ?? '').trim() !== '') continue
    const values = sample.map((row) => row[column]?.trim() ?? '').filter(Boolean)
    const found = free.findIndex(({ looksLike }) => values.length > 0 && values.every((value) => looksLike?.(value)))
    if (found >= 0) guessed[column] = free.splice(found, 1)[0]?.key
  }
  return { headRows: headRow + 1, fields: guessed }
}

/** The field of each heading in a row; each field once, for the best matching heading. */
function byHeadings<Key extends string>(row: readonly string[], fields: readonly ColumnField<Key>[]) {
  const scored = row.flatMap((heading, column) =>
    fields.map(({ key, headings }) => ({ column, key, score: headingScore(heading, headings) })),
  )
  const found: (Key | undefined)[] = row.map(() => undefined)
  for (const { column, key, score } of scored.toSorted((a, b) => b.score - a.score)) {
    if (score > 0 && found[column] === undefined && !found.includes(key)) found[column] = key
  }
  return found
}

/** 3: the heading is one of them. 2: it contains all words of one of them. 0: neither, or it is longer than a heading. */
const headingScore = (heading: string, known: readonly string[]): number =>
  Math.max(scoreOf(heading, known), scoreOf(plain(heading), known))

function scoreOf(heading: string, known: readonly string[]): number {
  const folded = bare(heading)
  if (folded === '' || folded.length > 40) return 0
  if (known.some((each) => bare(each) === folded)) return 3
  const has = new Set(words(fold(heading.replaceAll('_', ' '))))
  const isWithin = (each: string) => {
    const wanted = words(fold(each))
    return wanted.length > 1 && wanted.every((word) => has.has(word))
  }
  return known.some(isWithin) ? 2 : 0
}

/** Without additions and owners: `Birthday (MM/DD/YYYY)`, `Mother's Email`. */
const plain = (heading: string): string => heading.replaceAll(/\([^)]*\)/g, ' ').replaceAll(/['’]s(?=\s)/gi, '')

/** A heading without spaces and punctuation, so that `D.O.B.`, `Last_Name` and `last name` match. `#` stays. */
const bare = (heading: string): string => fold(heading).replaceAll(/[^\p{L}\p{N}#]+/gu, '')
