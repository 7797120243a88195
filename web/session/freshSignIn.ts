import { serverNow, storedClientId, storedTokens } from './stored.ts'

/**
 * What matters needs the password typed a moment ago. Where the server asks for it (`password_needed`), `web/api.ts` does; what the
 * browser asks the user pool itself goes through `passwordTyped` first.
 */
let asking: Promise<boolean> | undefined

/**
 * Has the password typed again in a dialog, with the code of the second factor where there is one: true once it was right. Whoever
 * asks meanwhile waits for the same dialog. Rejects where the dialog could not be loaded.
 */
export function askPassword(): Promise<boolean> {
  asking ??= import('./PasswordDialog.tsx')
    .then(({ askInDialog }) => askInDialog())
    .finally(() => {
      asking = undefined
    })
  return asking
}

/**
 * Signs in again by a password that was typed in a form, with the dialog where a second factor is set: what begins by it is younger
 * than whatever the password before has begun.
 */
export async function signInBy(password: string): Promise<boolean> {
  const { passwordAgain } = await import('./passwordAgain.ts')
  const step = await (await passwordAgain()).password(password)
  return step === 'code' ? askPassword() : step === 'typed'
}

/** How long a sign-in is fresh for what the user pool does, in seconds: as long as for the server's own routes. */
const freshFor = 600

/** True once the password was typed in the last minutes; asks for it where it was not. */
export async function passwordTyped(): Promise<boolean> {
  const tokens = storedTokens(storedClientId())
  const since = tokens?.claims.auth_time
  if (tokens && since !== undefined && serverNow(tokens) / 1000 - since <= freshFor) return true
  return askPassword()
}
