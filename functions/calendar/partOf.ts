import { createHash } from 'node:crypto'
import { alphabet, partLength } from '#shared/ids.ts'

/** Part of an id that is the same for the same text. */
export function partOf(letter: string, text: string, length = partLength): string {
  const digest = createHash('sha256').update(text).digest()
  return letter + [...digest.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}
