import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { logTrace, refuseBusy } from '../runtime/logTrace.ts'
import { keysOf, signingOf } from './signing.ts'
import type { Key } from '../table/writes.ts'

/**
 * Credentials for other services are encrypted in the table with AES-256-GCM. The key of their item is the additional data, so
 * that a value cannot be moved to another item. The secret `seals` holds all keys, the newest first, and none is ever removed: a
 * value that is never written again can still be decrypted after any number of rotations. The newest key is used for encryption
 * once every function knows it; see signing.ts.
 *
 * `sealed:<id of the key>:<nonce, ciphertext and tag in base64url>`
 */
export type Sealed = `sealed:${string}`
declare const clear: unique symbol
/** A value in clear text, as in older items: it is read as it is, and sealed at the next write. */
export type Clear = string & { readonly [clear]: true }

const [nonceLength, tagLength] = [12, 16]

/** Encrypts a text for the item with this key. */
export async function seal(item: Key, text: string): Promise<Sealed> {
  const [newest] = keysIn(signingOf(await keysOf('seals')).value)
  if (!newest) throw new Error('There is no key to seal with.')
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(additionalData(item))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `sealed:${newest.id}:${sealed.toString('base64url')}`
}

/**
 * Decrypts a value of the item with this key. Undefined if it was altered or belongs to another item; that is logged without the
 * value. Throws `busy` if its encryption key is not known here yet: the next call may know it.
 */
export async function unseal(item: Key, value: Sealed | Clear): Promise<string | undefined> {
  if (!isSealed(value)) return value
  const [, id = '', text = ''] = value.split(':')
  const key = await findSealKey(id)
  if (!key) return refuseBusy(new UnknownSeal())
  try {
    const bytes = Buffer.from(text, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceLength), { authTagLength: tagLength })
    decipher.setAAD(additionalData(item)).setAuthTag(bytes.subarray(-tagLength))
    return decipher.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    logTrace(new BrokenSeal())
    return undefined
  }
}

/** The value for another attribute of its item: unchanged if it is sealed, otherwise sealed now. */
export const sealIfClear = async (item: Key, value: Sealed | Clear): Promise<Sealed> =>
  isSealed(value) ? value : seal(item, value)

const isSealed = (value: Sealed | Clear): value is Sealed => value.startsWith('sealed:')

/** The log has only the names of errors, not their messages. */
class UnknownSeal extends Error {
  override name = 'UnknownSeal'
}
class BrokenSeal extends Error {
  override name = 'BrokenSeal'
}

/** Unambiguous, since neither part contains a line break. */
const additionalData = ({ pk, sk }: Key) => Buffer.from(`${pk}\n${sk}`)

type SealKey = { id: string; key: Buffer }
/** The keys in a version of the secret, one per line. Id and key are both derived from the line. */
const keysIn = (secret: string): SealKey[] =>
  secret
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ id: derived(line, 'id', 6).toString('base64url'), key: derived(line, 'key', 32) }))
const derived = (secret: string, what: 'id' | 'key', length: number) =>
  Buffer.from(hkdfSync('sha256', secret, '', `touchline seal ${what}`, length))

/** Reads the keys again if the id is unknown. */
async function findSealKey(id: string): Promise<Buffer | undefined> {
  for (const keys of [() => keysOf('seals'), () => keysOf('seals', 1000)]) {
    const { current, previous } = await keys()
    const sealKeys = [current, previous].flatMap((version) => (version ? keysIn(version.value) : []))
    const match = sealKeys.find((each) => each.id === id)
    if (match) return match.key
  }
  return undefined
}
