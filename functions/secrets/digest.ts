import { createHash, timingSafeEqual } from 'node:crypto'

/** SHA-256 in base64url. The table stores this instead of a secret, so that reading the table is not enough to use it. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Compares two texts in constant time, so that timing does not reveal how much of a guess was right. */
export function equalInConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
