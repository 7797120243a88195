import { createHash } from 'node:crypto'
import { alphabet, partLength } from '#shared/ids.ts'

/** A part of an id that follows from a text: the same attempt is the same payment. */
export function paymentPart(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, partLength)
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('')
}
