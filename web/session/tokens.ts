import { isGood, isPersonal, isToken, storedClientId, storedTokens } from './stored.ts'

/** The id of who is signed in on this device; undefined when nobody is. */
export const signedInUser = (): string | undefined => {
  const tokens = storedTokens(storedClientId())
  // An access token that cannot be renewed any more is as good as none once it has ended.
  return tokens && (tokens.refreshable || isGood(tokens, Date.now())) ? tokens.claims.sub : undefined
}

/** The access token, when it is good for another minute; without waiting. */
export function tokenNow(): string | undefined {
  const tokens = storedTokens(storedClientId())
  return tokens && isGood(tokens, Date.now()) ? tokens.accessToken : undefined
}

let renewing: Promise<string | undefined> | undefined

/**
 * A token the API will take: the stored one, or a renewed one. Undefined when nobody is signed in, or the session has
 * ended. Rejects when there is no connection. Everyone who asks meanwhile waits for the same renewal.
 */
export async function accessToken(): Promise<string | undefined> {
  const now = tokenNow()
  if (now) return now
  if (!signedInUser()) return undefined
  renewing ??= import('./amplify.ts')
    .then(({ renew }) => renew())
    .finally(() => {
      renewing = undefined
    })
  return renewing
}

/** Empties all that this device keeps of a person: tokens, kept answers, hints. */
export function forgetPerson(): void {
  try {
    for (const name of Object.keys(localStorage).filter(isPersonal)) localStorage.removeItem(name)
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

/**
 * Calls `changed` whenever somebody signs in or out, here or in another tab. Returns the way to stop it.
 * The browser tells the other tabs only, so this one says it itself, by `sessionChanged`.
 */
export function onSession(changed: () => void): () => void {
  // The name is null when a tab empties everything at once.
  const elsewhere = ({ key }: StorageEvent) => {
    if (key === null || isToken(key)) changed()
  }
  window.addEventListener('storage', elsewhere)
  here.addEventListener('session', changed)
  return () => {
    window.removeEventListener('storage', elsewhere)
    here.removeEventListener('session', changed)
  }
}
const here = new EventTarget()
export const sessionChanged = (): void => {
  here.dispatchEvent(new Event('session'))
}
