import { createHash } from 'node:crypto'
import { alphabet, partLength } from '#shared/ids.ts'

/**
 * A part of an id that is derived from a text: the letter of its kind and characters of the text's hash. The same text gives the same part.
 */
export function derivedPart(letter: string, text: string, length = partLength): string {
  const digest = createHash('sha256').update(text).digest()
  return letter + [...digest.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}
