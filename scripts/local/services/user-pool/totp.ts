import { createHmac, randomBytes } from 'node:crypto'

/** Codes of an authenticator app by RFC 6238: six digits every half minute. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const step = 30_000

/** In Base32: 32 bytes, so 52 characters. */
export function newSecret(): string {
  const bits = [...randomBytes(32)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byteBits) => Number.parseInt(byteBits, 2)))
}

/** The code of a secret at a time, in milliseconds since 1970. */
export const codeAt = (secret: string, now: number): string => codeOf(secret, Math.floor(now / step))

function codeOf(secret: string, count: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(count))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/**
 * The time step of a valid code; the neighbouring steps are accepted too, for clocks that are slightly off, and each
 * step only once.
 */
export function matchingTimeStep(secret: string, code: string, now: number, last = 0): number | undefined {
  const count = Math.floor(now / step)
  return [count, count - 1, count + 1].find((each) => each > last && codeOf(secret, each) === code)
}
