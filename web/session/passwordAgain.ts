import type { Api } from '#shared/api/index.ts'
import { createAmplifyContext } from 'aws-amplify'
import { createUserPoolsTokenProvider } from 'aws-amplify/adapter-core'
import { confirmSignIn, signIn } from 'aws-amplify/auth'
import { resources } from './amplify.ts'
import { loadConfig } from './config.ts'
import { ask } from './pool.ts'
import { claimsOf, type StoredTokens, storedTokens, tokenStart } from './stored.ts'
import { sessionChanged } from './tokens.ts'

/** `gone`: somebody has signed out meanwhile, or somebody else in. */
type Step = 'typed' | 'code' | 'gone'
export type PasswordAgain = { password: (typed: string) => Promise<Step>; code: (typed: string) => Promise<Step> }

/**
 * A second sign-in of who is signed in, beside the one on the device until it has come to its end: the library keeps it in memory,
 * so that no other tab sees somebody go. Then it takes the place of the one before, which ends.
 */
export async function passwordAgain(): Promise<PasswordAgain> {
  const [library, { userPoolClientId: clientId }] = await Promise.all([resources(), loadConfig()])
  const before = storedTokens(clientId)
  const kept = new Map<string, string>()
  const memory = {
    setItem: async (name: string, text: string) => void kept.set(name, text),
    getItem: async (name: string) => kept.get(name) ?? null,
    removeItem: async (name: string) => void kept.delete(name),
    clear: async () => kept.clear(),
  }
  const tokenProvider = createUserPoolsTokenProvider(library.Auth, memory)
  const context = createAmplifyContext(library, { Auth: { tokenProvider } })

  async function after({ nextStep: { signInStep } }: Awaited<ReturnType<typeof signIn>>): Promise<Step> {
    if (signInStep === 'CONFIRM_SIGN_IN_WITH_TOTP_CODE') return 'code'
    if (signInStep !== 'DONE') throw new Error(`The user pool wants ${signInStep}`)
    const now = storedTokens(clientId)
    if (!before || now?.claims.sub !== before.claims.sub) return 'gone'
    take(clientId, kept)
    const taken = storedTokens(clientId)
    sessionChanged()
    // What another tab was given meanwhile is of the same sign-in; the last of it ends all of it.
    if (taken) await endBefore(now, taken.accessToken)
    return 'typed'
  }
  return {
    password: async (typed) => after(await signIn(context, { username: before?.claims.sub ?? '', password: typed })),
    code: async (typed) => after(await confirmSignIn(context, { challengeResponse: typed })),
  }
}

/** The tokens of the new sign-in lie on the device in the place of the old ones; nothing is waited for in between. */
function take(clientId: string, kept: ReadonlyMap<string, string>): void {
  const start = tokenStart(clientId)
  const old = Object.keys(localStorage).filter((name) => start && name.startsWith(start) && !kept.has(name))
  for (const [name, text] of kept) localStorage.setItem(name, text)
  for (const name of old) localStorage.removeItem(name)
}

/** Whose password it is: the address that the id token on the device says. */
export async function addressNow(): Promise<string> {
  const { userPoolClientId } = await loadConfig()
  const idToken = localStorage.getItem(`${tokenStart(userPoolClientId)}idToken`) ?? ''
  return claimsOf(idToken)?.email ?? ''
}

/**
 * The password was typed again on this device: the sign-in before ends at the user pool, and the one of this access token stands in
 * its place at our own API. What does not arrive changes nothing for the person; the device is then listed twice.
 */
async function endBefore(before: StoredTokens, accessToken: string): Promise<void> {
  const { claims, refreshToken } = before
  const options = { signal: AbortSignal.timeout(5000) }
  const config = await loadConfig()
  const [method = '', address = ''] = goOn.split(' ')
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const ClientId = claims.client_id ?? config.userPoolClientId
  await Promise.allSettled([
    refreshToken && ask(config, 'RevokeToken', { ClientId, Token: refreshToken }, options),
    fetch(address, { ...options, method, headers, body: JSON.stringify({ session: claims.origin_jti }) }),
  ])
}
const goOn: keyof Api = 'POST /rest-api/session/continue'
