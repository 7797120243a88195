import { createHmac } from 'node:crypto'
import { equalInConstantTime } from './digest.ts'
import type { SecretName } from '../registry.ts'
import { readSecret, type Version } from './readSecret.ts'

/**
 * Signatures of what leaves us and comes back: links in mail, cursors of lists. Each begins with the id of the key that
 * made it. Two keys count at a time, the secret's current value and the one before, so that a key can be changed without
 * breaking what is under way; a function learns of a change within ten minutes, or when it meets a key it does not know.
 * Until all have learned of a new key, the one before goes on signing: nobody meets a signature of a key not known yet.
 */
export async function signatureOf(name: SecretName, text: string): Promise<string> {
  return signatureBy(signingOf(await keysOf(name)), text)
}

/** Of the two keys the one that makes what goes out: the one before, until every function knows the new one. */
export const signingOf = ({ current, previous }: Pick<Keys, 'current' | 'previous'>): Version =>
  previous && isNew(current) && !isNew(previous) ? previous : current

/** True when one of the two keys has made this signature of this text. */
export async function isSigned(name: SecretName, text: string, signature: string): Promise<boolean> {
  const key = await keyNamed(name, signature.slice(0, idLength))
  if (!key) return false
  return equalInConstantTime(signature, signatureBy(key, text))
}

const idLength = 8

/** Some function may not know it yet: it asks for keys every ten minutes, and a minute is left for asking. */
// oxlint-disable-next-line no-restricted-properties -- how old a key is has nothing to do with what is signed: no call brings its time here.
const isNew = ({ madeAt }: Version): boolean => Date.now() - madeAt < fresh + 60_000

const signatureBy = ({ id, value }: Version, text: string) =>
  id + createHmac('sha256', value).update(text).digest('base64url')

type Keys = { current: Version; previous: Version | undefined; readAt: number }
const known = new Map<SecretName, Promise<Keys>>()

/** For how long keys are used without asking again, in milliseconds; and for how long after asking a key that is unknown stays so. */
const fresh = 10 * 60_000
const rest = 1000

/** The keys, as they were at most so many milliseconds ago. Whoever asks meanwhile waits for the same answer. */
export async function keysOf(name: SecretName, atMost = fresh): Promise<Keys> {
  const asked = known.get(name)
  const keys = await asked
  if (keys && performance.now() - keys.readAt < atMost) return keys
  const asking = known.get(name) === asked ? read(name, keys) : (known.get(name) ?? read(name, keys))
  known.set(name, asking)
  // What could not be read is asked for again.
  asking.catch(() => known.get(name) === asking && known.delete(name))
  return asking
}

/** Without an answer, the keys that are known go on. */
async function read(name: SecretName, before: Keys | undefined): Promise<Keys> {
  const readAt = performance.now()
  try {
    const [current, previous] = await Promise.all([readSecret(name, 'AWSCURRENT'), readSecret(name, 'AWSPREVIOUS')])
    if (!current) throw new Error(`There is no ${name} key.`)
    return { current, previous, readAt }
  } catch (error) {
    if (!before) throw error
    return { ...before, readAt }
  }
}

/** The key of this name, where it still counts; one that is not known here is asked for anew. */
export async function keyNamed(name: SecretName, id: string): Promise<Version | undefined> {
  for (const atMost of [fresh, rest]) {
    const { current, previous } = await keysOf(name, atMost)
    const found = [current, previous].find((key) => key?.id === id)
    if (found) return found
  }
  return undefined
}
