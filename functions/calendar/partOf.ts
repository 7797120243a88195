import { createHash } from 'node:crypto'
import { alphabet, partLength } from '#shared/ids.ts'

/** Deterministic part of an id, derived from a text. */
export function partOf(letter: string, text: string, length = partLength): string {
  const digest = createHash('sha256').update(text).digest()
  return letter + [...digest.subarray(0, length)].map((byte) => alphabet[byte % alphabet.length]).join('')
}
