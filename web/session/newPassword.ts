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

/** Preloads the password check; a failure is reported when the password is submitted. */
export const prefetchGuesses = (): void => void load().catch(() => undefined)

/**
 * Why a new password is refused: too short, or too easy to guess. The user pool never sees plain passwords and cannot check them
 * against a list, so the browser does; a password that could not be checked is refused.
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
