import { askPassword } from './askPassword.ts'
import { serverNow, storedClientId, storedTokens } from './stored.ts'

/**
 * Signs in again with a password typed into a form, with a dialog for the second factor if there is one. The new sign-in is newer
 * than any sign-in with the previous password.
 */
export async function signInAgain(password: string): Promise<boolean> {
  const { startReauthentication: passwordAgain } = await import('./reauthentication.ts')
  const step = await (await passwordAgain()).password(password)
  return step === 'code' ? askPassword() : step === 'typed'
}

/** How long a sign-in counts as recent for requests to the user pool, in seconds: the same as for the server's own routes. */
const recentSeconds = 600

/**
 * True if the password was typed recently; otherwise asks for it, as after a passkey sign-in. Call this before sensitive requests
 * that the browser sends to the user pool itself.
 */
export async function requireRecentPassword(): Promise<boolean> {
  const clientId = storedClientId()
  const tokens = storedTokens(clientId)
  const { auth_time: signedInAt, client_id: tokenClientId = clientId } = tokens?.claims ?? {}
  if (
    tokens &&
    tokenClientId === clientId &&
    signedInAt !== undefined &&
    serverNow(tokens) / 1000 - signedInAt <= recentSeconds
  )
    return true
  return askPassword()
}
