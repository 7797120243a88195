import { fold, words } from './textMatching.ts'

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
  const width = rows.reduce((longest, row) => Math.max(longest, row.length), 0)
  const guessesByRow = rows.slice(0, maxHeadRows).map((row) => byHeadings(row, fields))
  const counts = guessesByRow.map((guess) => guess.filter(Boolean).length)
  const highestCount = Math.max(0, ...counts)
  const headRow = highestCount > 0 ? counts.indexOf(highestCount) : -1
  const guessed = Array.from({ length: width }, (_, column) => guessesByRow[headRow]?.[column])
  const sample = rows.slice(headRow + 1, headRow + 1 + sampleRows)
  const free = fields.filter(({ key, looksLike }) => looksLike && !guessed.includes(key))
  const firstRow = rows[headRow] ?? []
  for (const [column, field] of guessed.entries()) {
    if (field) continue
    // A heading with another meaning is trusted.
    if (headRow >= 0 && (firstRow[column] ?? '').trim() !== '') continue
    const values = sample.map((row) => row[column]?.trim() ?? '').filter(Boolean)
    const fieldIndex = free.findIndex(
      ({ looksLike }) => values.length > 0 && values.every((value) => looksLike?.(value)),
    )
    if (fieldIndex >= 0) guessed[column] = free.splice(fieldIndex, 1)[0]?.key
  }
  return { headRows: headRow + 1, fields: guessed }
}

/** The field of each heading in a row; each field once, for the best matching heading. */
function byHeadings<Key extends string>(row: readonly string[], fields: readonly ColumnField<Key>[]) {
  const scores = row.flatMap((heading, column) =>
    fields.map(({ key, headings }) => ({ column, key, score: headingScore(heading, headings) })),
  )
  const keys: (Key | undefined)[] = row.map(() => undefined)
  for (const { column, key, score } of scores.toSorted((a, b) => b.score - a.score)) {
    if (score > 0 && keys[column] === undefined && !keys.includes(key)) keys[column] = key
  }
  return keys
}

/** 3: the heading is one of them. 2: it contains all words of one of them. 0: neither, or it is longer than a heading. */
const headingScore = (heading: string, knownHeadings: readonly string[]): number =>
  Math.max(scoreOf(heading, knownHeadings), scoreOf(withoutNotes(heading), knownHeadings))

function scoreOf(heading: string, knownHeadings: readonly string[]): number {
  const folded = normalized(heading)
  if (folded === '' || folded.length > 40) return 0
  if (knownHeadings.some((each) => normalized(each) === folded)) return 3
  const headingWords = new Set(words(fold(heading.replaceAll('_', ' '))))
  const isWithin = (each: string) => {
    const expectedWords = words(fold(each))
    return expectedWords.length > 1 && expectedWords.every((word) => headingWords.has(word))
  }
  return knownHeadings.some(isWithin) ? 2 : 0
}

/** Without additions and owners: `Birthday (MM/DD/YYYY)`, `Mother's Email`. */
const withoutNotes = (heading: string): string => heading.replaceAll(/\([^)]*\)/g, ' ').replaceAll(/['’]s(?=\s)/gi, '')

/** A heading without spaces and punctuation, so that `D.O.B.`, `Last_Name` and `last name` match. `#` stays. */
const normalized = (heading: string): string => fold(heading).replaceAll(/[^\p{L}\p{N}#]+/gu, '')
