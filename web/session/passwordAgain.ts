import type { Api } from '#shared/api/index.ts'
import { createAmplifyContext } from 'aws-amplify'
import { createUserPoolsTokenProvider } from 'aws-amplify/adapter-core'
import { confirmSignIn, signIn } from 'aws-amplify/auth'
import { resources } from './amplify.ts'
import { loadConfig } from './config.ts'
import { ask } from './pool.ts'
import { claimsOf, type StoredTokens, storedTokens, tokenStart } from './stored.ts'
import { sessionChanged } from './tokens.ts'

/** `gone`: the user has signed out meanwhile, or another user has signed in. */
type Step = 'typed' | 'code' | 'gone'
export type PasswordAgain = { password: (typed: string) => Promise<Step>; code: (typed: string) => Promise<Step> }

/**
 * Signs in the current user again alongside the existing session. The library keeps the new tokens in memory until it is
 * complete, so that no other tab sees a sign-out. Then they replace the old session, which is revoked.
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
    // A token that another tab got meanwhile belongs to the same sign-in; revoking the latest one ends all of it.
    if (taken) await endBefore(now, taken.accessToken)
    return 'typed'
  }
  return {
    password: async (typed) => after(await signIn(context, { username: before?.claims.sub ?? '', password: typed })),
    code: async (typed) => after(await confirmSignIn(context, { challengeResponse: typed })),
  }
}

/** Replaces the stored tokens by the new ones, with no await in between. */
function take(clientId: string, kept: ReadonlyMap<string, string>): void {
  const start = tokenStart(clientId)
  const old = Object.keys(localStorage).filter((name) => start && name.startsWith(start) && !kept.has(name))
  for (const [name, text] of kept) localStorage.setItem(name, text)
  for (const name of old) localStorage.removeItem(name)
}

/** The user's address, from the stored id token. */
export async function addressNow(): Promise<string> {
  const { userPoolClientId } = await loadConfig()
  const idToken = localStorage.getItem(`${tokenStart(userPoolClientId)}idToken`) ?? ''
  return claimsOf(idToken)?.email ?? ''
}

/**
 * After the password was typed again: revokes the previous sign-in at the user pool, and lets the new one replace it in our API.
 * A failed request does not affect the user; the device is then listed twice.
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
