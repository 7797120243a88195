import { type Config, loadConfig } from './config.ts'
import { parseClaims, isTokenValid, storedTokens, tokenPrefix } from './stored.ts'

/**
 * Calls the user pool about an existing session. The sign-in library could do that too, but it writes or clears the stored tokens
 * when the response arrives, even if another user has signed in by then.
 */
export function callPool(
  { region, userPoolEndpoint }: Partial<Config>,
  operation: string,
  body: object,
  options: RequestInit = {},
) {
  return fetch(userPoolEndpoint || `https://cognito-idp.${region}.amazonaws.com/`, {
    ...options,
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify(body),
  })
}

/**
 * Errors after which only a new sign-in helps, including a removed app client, by which a passkey signed in. Any other error may
 * be temporary.
 */
const finalErrors =
  /\b(NotAuthorized|TokenRevoked|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse|ResourceNotFound)Exception/

/** Tokens as the user pool returns them. */
export type PoolTokens = { AccessToken: string; IdToken?: string; RefreshToken?: string }
type PoolResponse = { AuthenticationResult?: PoolTokens; __type?: string }

/**
 * Renews the access token and stores it; undefined if the session has ended or was revoked, or another user or nobody is signed
 * in by now. Rejects if offline. A refresh token is good for one renewal: the tabs of a device take turns under a lock, and reuse
 * a token renewed by another tab.
 */
export async function renew(): Promise<string | undefined> {
  const config = await loadConfig()
  const previousTokens = storedTokens(config.userPoolClientId)
  const renewOnce = () => renewTokens(config, previousTokens)
  // Locks exist only in secure contexts; without them the user pool's grace period has to do.
  return 'locks' in navigator ? navigator.locks.request('touchline-renewal', renewOnce) : renewOnce()
}

type MaybeTokens = ReturnType<typeof storedTokens>
/** The user pool's time limit, in milliseconds. */
const renewTimeout = 25_000

/** An access token that another tab has got meanwhile for the same user. */
function tokenFromOtherTab(clientId: string, previousTokens: MaybeTokens): string | undefined {
  const current = storedTokens(clientId)
  const isOtherToken =
    current &&
    previousTokens &&
    current.claims.sub === previousTokens.claims.sub &&
    current.accessToken !== previousTokens.accessToken
  return isOtherToken && isTokenValid(current, Date.now()) ? current.accessToken : undefined
}

async function renewTokens(config: Config, previousTokens: MaybeTokens): Promise<string | undefined> {
  const clientId = config.userPoolClientId
  const otherTabToken = tokenFromOtherTab(clientId, previousTokens)
  if (otherTabToken !== undefined) return otherTabToken
  const [prefix, tokens] = [tokenPrefix(clientId), storedTokens(clientId)]
  const token = tokens?.refreshToken
  if (!prefix || !token) return undefined
  const body = { ClientId: tokens.claims.client_id ?? clientId, RefreshToken: token }
  // Other tabs wait for the lock: a response that never comes must not block all of them.
  const response = await callPool(config, 'GetTokensFromRefreshToken', body, {
    signal: AbortSignal.timeout(renewTimeout),
  })
  const { AuthenticationResult: renewed, __type = '' } = (await response.json()) as PoolResponse
  if (!renewed && !finalErrors.test(__type)) throw new Error(`The user pool answered ${response.status} ${__type}`)
  // No await from here on: another tab may have signed out meanwhile.
  if (storedTokens(clientId)?.refreshToken !== token) return tokenFromOtherTab(clientId, previousTokens)
  if (!renewed) {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name)
    return undefined
  }
  storeTokens(prefix, renewed)
  return storedTokens(clientId)?.accessToken
}

/** Stores tokens under names that begin with `prefix`, where `stored.ts` finds them. */
export function storeTokens(prefix: string, { AccessToken, IdToken, RefreshToken }: PoolTokens): void {
  const iat = parseClaims(AccessToken)?.iat
  const clockDrift = iat && String(iat * 1000 - Date.now())
  const items = { accessToken: AccessToken, idToken: IdToken, refreshToken: RefreshToken, clockDrift }
  for (const [name, text] of Object.entries(items)) if (text) localStorage.setItem(prefix + name, text)
}
