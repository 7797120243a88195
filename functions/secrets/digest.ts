import { createHash, timingSafeEqual } from 'node:crypto'

/** What the table keeps of a secret, since who reads it there cannot act with it; and by which something is known again. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Whether two texts are the same, in a time that tells nothing of how far they are. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
