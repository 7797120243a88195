import { createHash, timingSafeEqual } from 'node:crypto'

/** SHA-256 in base64url. The table keeps this of a secret: who reads the table cannot act with it. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Whether two texts are equal, compared in constant time, so that an attacker cannot learn from the time how far a guess was right. */
export function equalInConstantTime(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
