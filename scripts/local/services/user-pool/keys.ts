import { createCipheriv, createDecipheriv, createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { randomBytes, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { readJson, writeAtomically } from '../../files.ts'

/** A pool's own secrets, created at its first start and stored, so that its signatures stay valid after a restart. */
export type Keys = {
  id: string
  privateKey: KeyObject
  public: KeyObject
  /** Encrypts what only the pool can read again: refresh tokens, and the sessions of unfinished sign-ins. */
  sealing: Buffer
}

type StoredKeys = { id: string; privateKey: string; sealing: string }

export function keysIn(dir: string): Keys {
  const path = join(dir, 'keys.json')
  let storedKeys = readJson<StoredKeys>(path)
  if (!storedKeys) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    storedKeys = {
      id: randomBytes(16).toString('base64'),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      sealing: randomBytes(32).toString('base64'),
    }
    writeAtomically(path, JSON.stringify(storedKeys))
  }
  const key = createPrivateKey(storedKeys.privateKey)
  return {
    id: storedKeys.id,
    privateKey: key,
    public: createPublicKey(key),
    sealing: Buffer.from(storedKeys.sealing, 'base64'),
  }
}

/** The pool's JWKS document. */
export const jwksOf = (keys: Keys) => ({
  keys: [{ ...keys.public.export({ format: 'jwk' }), kid: keys.id, alg: 'RS256', use: 'sig' }],
})

/** Encrypts a value so that only this pool can read it, and only for the same purpose; base64. */
export function seal(keys: Keys, purpose: string, value: unknown): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keys.sealing, nonce).setAAD(Buffer.from(purpose))
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')
}

/** Decrypts a value; undefined for anything that this pool did not seal for this purpose. */
export function unseal<T>(keys: Keys, purpose: string, text: string): T | undefined {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length < 29) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', keys.sealing, bytes.subarray(0, 12))
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(12, 28))
    return JSON.parse(`${decipher.update(bytes.subarray(28), undefined, 'utf8')}${decipher.final('utf8')}`) as T
  } catch {
    return undefined
  }
}
