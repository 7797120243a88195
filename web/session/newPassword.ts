import type { ValueFault } from '#shared/rules/faults.ts'
import { whyCannotPassword } from '#shared/rules/passwords.ts'
import type { Owner, whyEasy } from './guesses.ts'

const longestWait = 15_000

let loading: Promise<{ whyEasy: typeof whyEasy }> | undefined
function load() {
  loading ??= import('./guesses.ts').catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** Begins to load what a new password is held against; a failure is met, and said, when the password is sent. */
export const prefetchGuesses = (): void => void load().catch(() => undefined)

/**
 * Why somebody cannot take this for their new password: too short, or too easy to guess. The user pool is never told a
 * password, so it holds none against a list: the web does wherever one is chosen, and takes none that it could not look at.
 */
export async function whyCannotNewPassword(password: string, owner: Owner): Promise<ValueFault | undefined> {
  const fault = whyCannotPassword(password)
  if (fault) return fault
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), longestWait)
  const loaded = await Promise.race([load(), late.promise]).catch(() => undefined)
  clearTimeout(timer)
  return loaded ? loaded.whyEasy(password, owner) : { code: 'password_not_looked_at' }
}
