import type { ValueFault } from '#shared/rules/faults.ts'
import { whyCannotPassword } from '#shared/rules/passwords.ts'
import type { Owner, findWeakness } from './passwordStrength.ts'

const maxWait = 15_000

let loadingGuesses: Promise<{ findWeakness: typeof findWeakness }> | undefined
function loadGuesses() {
  loadingGuesses ??= import('./passwordStrength.ts').catch((error: unknown) => {
    loadingGuesses = undefined
    throw error
  })
  return loadingGuesses
}

/** Preloads the password check; a failure is reported when the password is submitted. */
export const prefetchGuesses = (): void => void loadGuesses().catch(() => undefined)

/**
 * Why a new password is refused: too short, or too easy to guess. The user pool never sees plain passwords and cannot check them
 * against a list, so the browser does; a password that could not be checked is refused.
 */
export async function findNewPasswordFault(password: string, owner: Owner): Promise<ValueFault | undefined> {
  const fault = whyCannotPassword(password)
  if (fault) return fault
  const timeout = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => timeout.resolve(undefined), maxWait)
  const loaded = await Promise.race([loadGuesses(), timeout.promise]).catch(() => undefined)
  clearTimeout(timer)
  return loaded ? loaded.findWeakness(password, owner) : { code: 'password_not_looked_at' }
}
