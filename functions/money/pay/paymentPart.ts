import { createHash } from 'node:crypto'
import { alphabet, partLength } from '#shared/ids.ts'

/** A part of an id derived from a text, so that a repeated attempt gets the same payment. */
export function paymentPart(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, partLength)
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('')
}
