import { createHash, createHmac, getDiffieHellman, randomBytes } from 'node:crypto'

/**
 * The server's side of Secure Remote Password as Cognito implements it: RFC 5054's 3072-bit group, SHA-256, and a key
 * derived with the info `Caldera Derived Key`. All numbers are hashed in two's complement, as in Java.
 */

/** What is stored instead of a password; both hexadecimal. */
export type Verifier = { salt: string; verifier: string }

/** The server's state between its two responses; hexadecimal. */
export type Handshake = { A: string; B: string; b: string; verifier: string }

const prime = getDiffieHellman('modp15').getPrime()
const N = number(prime.toString('hex'))
const g = 2n
const k = hash(toSignedBytes(N), toSignedBytes(g))

export function verifierOf(poolId: string, username: string, password: string, salt = randomBytes(16)): Verifier {
  const secret = createHash('sha256')
    .update(`${poolName(poolId)}${username}:${password}`)
    .digest()
  const x = hash(toSignedBytes(number(salt.toString('hex'))), secret)
  return { salt: salt.toString('hex'), verifier: modularPower(g, x).toString(16) }
}

/** Whether a password sent in plain text is the one that `verifier` was derived from. */
export const samePassword = (poolId: string, username: string, password: string, verifier: Verifier) =>
  verifierOf(poolId, username, password, Buffer.from(verifier.salt, 'hex')).verifier === verifier.verifier

/** The first response; undefined when the client's A is one that would make the password unnecessary. */
export function startHandshake(A: string, verifier: Verifier): Handshake | undefined {
  if (!/^[0-9a-f]{1,1024}$/i.test(A) || number(A) % N === 0n) return undefined
  const b = number(randomBytes(32).toString('hex'))
  const B = (k * number(verifier.verifier) + modularPower(g, b)) % N
  return { A, B: B.toString(16), b: b.toString(16), verifier: verifier.verifier }
}

/** The salt in its wire format. */
export const wireSalt = (verifier: Verifier) => toSignedBytes(number(verifier.salt)).toString('hex')

/** The signature that proves the right password; base64. */
export function expectedSignature(
  handshake: Handshake,
  poolId: string,
  username: string,
  secretBlock: string,
  timestamp: string,
): string {
  const A = number(handshake.A)
  const u = hash(toSignedBytes(A), toSignedBytes(number(handshake.B)))
  const S = modularPower(A * modularPower(number(handshake.verifier), u), number(handshake.b))
  const pseudoRandomKey = createHmac('sha256', toSignedBytes(u)).update(toSignedBytes(S)).digest()
  const key = createHmac('sha256', pseudoRandomKey).update('Caldera Derived Key\u0001').digest().subarray(0, 16)
  return createHmac('sha256', key)
    .update(`${poolName(poolId)}${username}`)
    .update(Buffer.from(secretBlock, 'base64'))
    .update(timestamp)
    .digest('base64')
}

/** SRP uses the part of a pool's id after the region. */
const poolName = (poolId: string) => poolId.split('_')[1] ?? poolId

function number(hex: string): bigint {
  return BigInt(`0x${hex}`)
}

/** A number's bytes, with a leading zero byte if the first bit would be read as a sign. */
function toSignedBytes(value: bigint): Buffer {
  const hex = value.toString(16)
  const evenHex = hex.length % 2 ? `0${hex}` : hex
  return Buffer.from(/^[89a-f]/.test(evenHex) ? `00${evenHex}` : evenHex, 'hex')
}

function hash(...parts: Buffer[]): bigint {
  return number(createHash('sha256').update(Buffer.concat(parts)).digest('hex'))
}

function modularPower(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base % N
  for (let remaining = exponent; remaining > 0n; remaining >>= 1n) {
    if (remaining & 1n) result = (result * square) % N
    square = (square * square) % N
  }
  return result
}
