import { createHmac } from 'node:crypto'
import { equalInConstantTime } from './digest.ts'
import type { SecretName } from '../registry.ts'
import { readSecret, type Version } from './readSecret.ts'

/**
 * Signs what leaves the product and comes back, such as links in mail and cursors of lists. A signature starts with the id of its
 * key. Two keys are valid at a time, the secret's current value and the previous one, so that a key can be rotated without
 * breaking what is in use. A function learns of a rotation within ten minutes, or when it meets an unknown key. Until all
 * functions know a new key, the previous one is used to sign, so that no function meets a signature whose key it cannot know yet.
 */
export async function signatureOf(name: SecretName, text: string): Promise<string> {
  return signatureBy(signingOf(await keysOf(name)), text)
}

/** Which of the two keys signs: the previous one until every function knows the current one. */
export const signingOf = ({ current, previous }: Pick<Keys, 'current' | 'previous'>): Version =>
  previous && isNew(current) && !isNew(previous) ? previous : current

/** Whether one of the two keys made this signature of this text. */
export async function isSigned(name: SecretName, text: string, signature: string): Promise<boolean> {
  const key = await findKey(name, signature.slice(0, idLength))
  if (!key) return false
  return equalInConstantTime(signature, signatureBy(key, text))
}

const idLength = 8

/** Some functions may not know the key yet: they read the keys every ten minutes, plus a minute for the call. */
// oxlint-disable-next-line no-restricted-properties -- a key's age is independent of requests: there is no request time to use.
const isNew = ({ madeAt }: Version): boolean => Date.now() - madeAt < cacheMs + 60_000

const signatureBy = ({ id, value }: Version, text: string) =>
  id + createHmac('sha256', value).update(text).digest('base64url')

type Keys = { current: Version; previous: Version | undefined; readAt: number }
const cache = new Map<SecretName, Promise<Keys>>()

/** In milliseconds: how long keys are used before they are read again, and how long an unknown key stays unknown after a read. */
const cacheMs = 10 * 60_000
const retryMs = 1000

/** The keys, read at most `atMost` milliseconds ago. Concurrent callers share one read. */
export async function keysOf(name: SecretName, atMost = cacheMs): Promise<Keys> {
  const cachedPromise = cache.get(name)
  const keys = await cachedPromise
  if (keys && performance.now() - keys.readAt < atMost) return keys
  const readPromise = cache.get(name) === cachedPromise ? read(name, keys) : (cache.get(name) ?? read(name, keys))
  cache.set(name, readPromise)
  // A failed read is not cached.
  readPromise.catch(() => cache.get(name) === readPromise && cache.delete(name))
  return readPromise
}

/** If the read fails, the known keys stay in use. */
async function read(name: SecretName, previousKeys: Keys | undefined): Promise<Keys> {
  const readAt = performance.now()
  try {
    const [current, previous] = await Promise.all([readSecret(name, 'AWSCURRENT'), readSecret(name, 'AWSPREVIOUS')])
    if (!current) throw new Error(`There is no ${name} key.`)
    return { current, previous, readAt }
  } catch (error) {
    if (!previousKeys) throw error
    return { ...previousKeys, readAt }
  }
}

/** The key with this id if it is still valid. Reads the keys again if the id is unknown. */
export async function findKey(name: SecretName, id: string): Promise<Version | undefined> {
  for (const atMost of [cacheMs, retryMs]) {
    const { current, previous } = await keysOf(name, atMost)
    const namedKey = [current, previous].find((key) => key?.id === id)
    if (namedKey) return namedKey
  }
  return undefined
}
