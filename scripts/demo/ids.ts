import { createHash } from 'node:crypto'
import { alphabet, partLength } from '#shared/ids.ts'

/** Part of an id that is the same at every seeding, so that seeding again finds the existing items. */
export function demoPart(
  letter: 'a' | 'o' | 't' | 'p' | 'e' | 'v' | 'd' | 'w' | 'f' | 'k' | 'r' | 'h' | 'q' | 'm' | 'c' | 's',
  name: string,
): string {
  const digest = createHash('sha256').update(`touchline demo ${letter} ${name}`).digest()
  return letter + [...digest.subarray(0, partLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
}
