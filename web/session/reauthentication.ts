import type { Api } from '#shared/api/index.ts'
import { createAmplifyContext } from 'aws-amplify'
import { createUserPoolsTokenProvider } from 'aws-amplify/adapter-core'
import { confirmSignIn, signIn } from 'aws-amplify/auth'
import { resources } from './amplify.ts'
import { loadConfig } from './config.ts'
import { callPool } from './pool.ts'
import { parseClaims, type StoredTokens, storedTokens, tokenPrefix } from './stored.ts'
import { notifySessionChange } from './tokens.ts'

/** `gone`: the user has signed out meanwhile, or another user has signed in. */
type ReauthenticationStep = 'typed' | 'code' | 'gone'
export type Reauthentication = {
  password: (password: string) => Promise<ReauthenticationStep>
  code: (code: string) => Promise<ReauthenticationStep>
}

/**
 * Signs in the current user again alongside the existing session. The library keeps the new tokens in memory until it is
 * complete, so that no other tab sees a sign-out. Then they replace the old session, which is revoked.
 */
export async function startReauthentication(): Promise<Reauthentication> {
  const [poolConfig, { userPoolClientId: clientId }] = await Promise.all([resources(), loadConfig()])
  const previousTokens = storedTokens(clientId)
  const memoryItems = new Map<string, string>()
  const memory = {
    setItem: async (name: string, text: string) => void memoryItems.set(name, text),
    getItem: async (name: string) => memoryItems.get(name) ?? null,
    removeItem: async (name: string) => void memoryItems.delete(name),
    clear: async () => memoryItems.clear(),
  }
  const tokenProvider = createUserPoolsTokenProvider(poolConfig.Auth, memory)
  const context = createAmplifyContext(poolConfig, { Auth: { tokenProvider } })

  async function toStep({
    nextStep: { signInStep },
  }: Awaited<ReturnType<typeof signIn>>): Promise<ReauthenticationStep> {
    if (signInStep === 'CONFIRM_SIGN_IN_WITH_TOTP_CODE') return 'code'
    if (signInStep !== 'DONE') throw new Error(`The user pool wants ${signInStep}`)
    const currentTokens = storedTokens(clientId)
    if (!previousTokens || currentTokens?.claims.sub !== previousTokens.claims.sub) return 'gone'
    replaceTokens(clientId, memoryItems)
    const newTokens = storedTokens(clientId)
    notifySessionChange()
    // A token that another tab got meanwhile belongs to the same sign-in; revoking the latest one ends all of it.
    if (newTokens) await revokePrevious(currentTokens, newTokens.accessToken)
    return 'typed'
  }
  return {
    password: async (typed) =>
      toStep(await signIn(context, { username: previousTokens?.claims.sub ?? '', password: typed })),
    code: async (typed) => toStep(await confirmSignIn(context, { challengeResponse: typed })),
  }
}

/** Replaces the stored tokens by the new ones, with no await in between. */
function replaceTokens(clientId: string, memoryItems: ReadonlyMap<string, string>): void {
  const prefix = tokenPrefix(clientId)
  const oldNames = Object.keys(localStorage).filter(
    (name) => prefix && name.startsWith(prefix) && !memoryItems.has(name),
  )
  for (const [name, text] of memoryItems) localStorage.setItem(name, text)
  for (const name of oldNames) localStorage.removeItem(name)
}

/** The user's address, from the stored id token. */
export async function readOwnEmail(): Promise<string> {
  const { userPoolClientId } = await loadConfig()
  const idToken = localStorage.getItem(`${tokenPrefix(userPoolClientId)}idToken`) ?? ''
  return parseClaims(idToken)?.email ?? ''
}

/**
 * After the password was typed again: revokes the previous sign-in at the user pool, and lets the new one replace it in our API.
 * A failed request does not affect the user; the device is then listed twice.
 */
async function revokePrevious(previousTokens: StoredTokens, accessToken: string): Promise<void> {
  const { claims, refreshToken } = previousTokens
  const options = { signal: AbortSignal.timeout(5000) }
  const config = await loadConfig()
  const [method = '', address = ''] = continueRoute.split(' ')
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const ClientId = claims.client_id ?? config.userPoolClientId
  await Promise.allSettled([
    refreshToken && callPool(config, 'RevokeToken', { ClientId, Token: refreshToken }, options),
    fetch(address, { ...options, method, headers, body: JSON.stringify({ session: claims.origin_jti }) }),
  ])
}
const continueRoute: keyof Api = 'POST /rest-api/session/continue'
