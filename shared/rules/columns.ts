import { fold, words } from './folded.ts'

/** A field that a table which somebody brings along may have: by what headings it goes, and what its values look like. */
export type ColumnField<Key extends string = string> = {
  key: Key
  /** Headings in any language, folded or not. */
  headings: readonly string[]
  /** Whether a value could be one of this field; tells columns apart that have no heading, or an unknown one. */
  looksLike?: (value: string) => boolean
}

export type ColumnGuess<Key extends string> = {
  /** How many rows at the top are headings or titles. */
  headRows: number
  /** The field of each column; undefined for one that is left out. */
  fields: (Key | undefined)[]
}

/** Headings may stand below a title or two. */
const mostHeadRows = 5
/** So many rows are looked at to tell what a column's values look like. */
const sampleRows = 50

/** Which field each column of a table is, by its heading first and by its values where the heading says nothing. */
export function guessColumns<Key extends string>(
  rows: readonly (readonly string[])[],
  fields: readonly ColumnField<Key>[],
): ColumnGuess<Key> {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const headed = rows.slice(0, mostHeadRows).map((row) => byHeadings(row, fields))
  const counts = headed.map((found) => found.filter(Boolean).length)
  const most = Math.max(0, ...counts)
  const headRow = most > 0 ? counts.indexOf(most) : -1
  const guessed = Array.from({ length: width }, (_, column) => headed[headRow]?.[column])
  const sample = rows.slice(headRow + 1, headRow + 1 + sampleRows)
  const free = fields.filter(({ key, looksLike }) => looksLike && !guessed.includes(key))
  const firstRow = rows[headRow] ?? []
  for (const [column, field] of guessed.entries()) {
    if (field) continue
    // A heading that means something else is believed.
    if (headRow >= 0 && (firstRow[column] ?? '').trim() !== '') continue
    const values = sample.map((row) => row[column]?.trim() ?? '').filter(Boolean)
    const found = free.findIndex(({ looksLike }) => values.length > 0 && values.every((value) => looksLike?.(value)))
    if (found >= 0) guessed[column] = free.splice(found, 1)[0]?.key
  }
  return { headRows: headRow + 1, fields: guessed }
}

/** The field of each heading in a row; each field once, by the best heading for it. */
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

/** 3: the heading is one of them. 2: all words of one of them stand in it. 0: neither, or it is longer than a heading. */
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

/** Without what is said beside and of whom: `Birthday (MM/DD/YYYY)`, `Mother's Email`. */
const plain = (heading: string): string => heading.replaceAll(/\([^)]*\)/g, ' ').replaceAll(/['’]s(?=\s)/gi, '')

/** A heading without blanks and punctuation: `D.O.B.`, `Last_Name` and `last name` as people mean them. `#` stays. */
const bare = (heading: string): string => fold(heading).replaceAll(/[^\p{L}\p{N}#]+/gu, '')
