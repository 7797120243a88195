import { askPassword } from './askPassword.ts'
import { serverNow, storedClientId, storedTokens } from './stored.ts'

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

/**
 * True once the password was typed in the last minutes; asks for it where it was not, as after a sign-in by passkey. What the browser
 * asks the user pool itself goes through this first.
 */
export async function passwordTyped(): Promise<boolean> {
  const clientId = storedClientId()
  const tokens = storedTokens(clientId)
  const { auth_time: since, client_id: by = clientId } = tokens?.claims ?? {}
  if (tokens && by === clientId && since !== undefined && serverNow(tokens) / 1000 - since <= freshFor) return true
  return askPassword()
}
