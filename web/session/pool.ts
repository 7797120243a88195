import { type Config, loadConfig } from './config.ts'
import { claimsOf, isGood, storedTokens, tokenStart } from './stored.ts'

/**
 * Calls the user pool about an existing session. The sign-in library could do that too, but it writes or clears the stored tokens
 * when the response arrives, even if another user has signed in by then.
 */
export function ask(
  { region, userPoolEndpoint }: Partial<Config>,
  what: string,
  body: object,
  options: RequestInit = {},
) {
  return fetch(userPoolEndpoint || `https://cognito-idp.${region}.amazonaws.com/`, {
    ...options,
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${what}`,
    },
    body: JSON.stringify(body),
  })
}

/**
 * Errors after which only a new sign-in helps, including a removed app client, by which a passkey signed in. Any other error may
 * be temporary.
 */
const final =
  /\b(NotAuthorized|TokenRevoked|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse|ResourceNotFound)Exception/

/** Tokens as the user pool returns them. */
export type Given = { AccessToken: string; IdToken?: string; RefreshToken?: string }
type Answer = { AuthenticationResult?: Given; __type?: string }

/**
 * Renews the access token and stores it; undefined if the session has ended or was revoked, or another user or nobody is signed
 * in by now. Rejects if offline. A refresh token is good for one renewal: the tabs of a device take turns under a lock, and reuse
 * a token renewed by another tab.
 */
export async function renew(): Promise<string | undefined> {
  const config = await loadConfig()
  const before = storedTokens(config.userPoolClientId)
  const alone = () => renewAlone(config, before)
  // Locks exist only in secure contexts; without them the user pool's grace period has to do.
  return 'locks' in navigator ? navigator.locks.request('touchline-renewal', alone) : alone()
}

type Stored = ReturnType<typeof storedTokens>
/** The user pool's time limit, in milliseconds. */
const patience = 25_000

/** An access token that another tab has got meanwhile for the same user. */
function givenMeanwhile(clientId: string, before: Stored): string | undefined {
  const now = storedTokens(clientId)
  const isOther = now && before && now.claims.sub === before.claims.sub && now.accessToken !== before.accessToken
  return isOther && isGood(now, Date.now()) ? now.accessToken : undefined
}

async function renewAlone(config: Config, before: Stored): Promise<string | undefined> {
  const clientId = config.userPoolClientId
  const given = givenMeanwhile(clientId, before)
  if (given !== undefined) return given
  const [start, tokens] = [tokenStart(clientId), storedTokens(clientId)]
  const token = tokens?.refreshToken
  if (!start || !token) return undefined
  const body = { ClientId: tokens.claims.client_id ?? clientId, RefreshToken: token }
  // Other tabs wait for the lock: a response that never comes must not block all of them.
  const response = await ask(config, 'GetTokensFromRefreshToken', body, { signal: AbortSignal.timeout(patience) })
  const { AuthenticationResult: renewed, __type = '' } = (await response.json()) as Answer
  if (!renewed && !final.test(__type)) throw new Error(`The user pool answered ${response.status} ${__type}`)
  // No await from here on: another tab may have signed out meanwhile.
  if (storedTokens(clientId)?.refreshToken !== token) return givenMeanwhile(clientId, before)
  if (!renewed) {
    for (const name of Object.keys(localStorage)) if (name.startsWith(start)) localStorage.removeItem(name)
    return undefined
  }
  storeTokens(start, renewed)
  return storedTokens(clientId)?.accessToken
}

/** Stores tokens under names that begin with `start`, where `stored.ts` finds them. */
export function storeTokens(start: string, { AccessToken, IdToken, RefreshToken }: Given): void {
  const iat = claimsOf(AccessToken)?.iat
  const clockDrift = iat && String(iat * 1000 - Date.now())
  const kept = { accessToken: AccessToken, idToken: IdToken, refreshToken: RefreshToken, clockDrift }
  for (const [name, text] of Object.entries(kept)) if (text) localStorage.setItem(start + name, text)
}
