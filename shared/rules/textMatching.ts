/** Letters that no decomposition turns into plain ones, and the apostrophes of various keyboards. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '`': "'",
  '´': "'",
} // prettier-ignore
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu')

/** A text normalized for search and comparison: without case, accents and double spaces. `Łukasz  Gómez` is `lukasz gomez`. */
export const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(special, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()

/** The words of a folded text, split at spaces, hyphens and punctuation; an apostrophe stays inside its word. */
export const words = (folded: string): string[] => folded.split(/[^\p{L}\p{N}']+/u).filter(Boolean)

/**
 * Whether a folded query matches a folded text: each word of the query is the beginning of a word in the text, or one letter away
 * from such a beginning if it has at least four letters.
 */
export function matchesWords(textWords: readonly string[], queryWords: readonly string[]): boolean {
  return queryWords.every((query) => textWords.some((word) => word.startsWith(query) || isNear(word, query)))
}

/** The same for an unfolded text, which is only folded if there is a query. */
export const matchesText = (text: string, queryWords: readonly string[]): boolean =>
  queryWords.length === 0 || matchesWords(words(fold(text)), queryWords)

/** At most one letter added, left out, changed, or swapped with its neighbour; the first letter matches. */
function isNear(word: string, query: string): boolean {
  if (query.length < 4 || word[0] !== query[0]) return false
  let i = 0
  while (i < query.length && word[i] === query[i]) i++
  if (i === query.length) return true
  const restsMatch = (skipWord: number, skipQuery: number) =>
    word.slice(i + skipWord).startsWith(query.slice(i + skipQuery))
  if (restsMatch(1, 1) || restsMatch(1, 0) || restsMatch(0, 1)) return true
  return word[i] === query[i + 1] && word[i + 1] === query[i] && restsMatch(2, 2)
}

/** The similarity of two folded texts, from 0 to 1 (Jaro-Winkler). */
export function similarity(a: string, b: string): number {
  if (a === b) return 1
  if (a.length === 0 || b.length === 0) return 0
  const [aMatched, bMatched] = matches(a, b)
  if (aMatched.length === 0) return 0
  const transposed = aMatched.filter((letter, i) => letter !== bMatched[i]).length / 2
  const common = aMatched.length
  const jaro = (common / a.length + common / b.length + (common - transposed) / common) / 3
  let prefix = 0
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix++
  return jaro + prefix * 0.1 * (1 - jaro)
}

/** The letters of each that occur in the other too, at most half the longer text apart. */
function matches(a: string, b: string): [string[], string[]] {
  const maxDistance = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const takenIndexes = new Set<number>()
  const fromA: string[] = []
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(0, i - maxDistance); j <= Math.min(b.length - 1, i + maxDistance); j++) {
      if (takenIndexes.has(j) || a[i] !== b[j]) continue
      takenIndexes.add(j)
      fromA.push(a.charAt(i))
      break
    }
  }
  return [fromA, [...takenIndexes].toSorted((x, y) => x - y).map((j) => b.charAt(j))]
}
