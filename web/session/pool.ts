import { type Config, loadConfig } from './config.ts'
import { claimsOf, isGood, storedTokens, tokenStart } from './stored.ts'

/**
 * What is asked of the user pool about a session that there is already. The sign-in library could do it as well; but it
 * writes or clears whatever it finds on the device when the answer comes, also when somebody else is signed in by then.
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
 * The refusals after which only another sign-in helps, such as that the client is gone by which a passkey signed in. Whatever else goes
 * wrong may be right a moment later.
 */
const final =
  /\b(NotAuthorized|TokenRevoked|UserNotFound|PasswordResetRequired|UserNotConfirmed|RefreshTokenReuse|ResourceNotFound)Exception/

/** Tokens, as the user pool answers with them. */
export type Given = { AccessToken: string; IdToken?: string; RefreshToken?: string }
type Answer = { AuthenticationResult?: Given; __type?: string }

/**
 * A fresh access token, which lies on the device from then on; undefined when the session has ended or was revoked, or
 * somebody else is signed in by now, or nobody. Rejects without a connection. A refresh token is good for one renewal: the tabs of
 * a device ask one after the other, and the next takes what the one before was given.
 */
export async function renew(): Promise<string | undefined> {
  const config = await loadConfig()
  const before = storedTokens(config.userPoolClientId)
  const alone = () => renewAlone(config, before)
  // Browsers have locks only where the page came safely; without them the user pool's time of grace has to do.
  return 'locks' in navigator ? navigator.locks.request('touchline-renewal', alone) : alone()
}

type Stored = ReturnType<typeof storedTokens>
/** How long the user pool may take to answer, in milliseconds. */
const patience = 25_000

/** What another tab was given meanwhile, for the same person. */
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
  // The other tabs wait as long as this one does: an answer that never comes must not keep all of them from asking.
  const response = await ask(config, 'GetTokensFromRefreshToken', body, { signal: AbortSignal.timeout(patience) })
  const { AuthenticationResult: renewed, __type = '' } = (await response.json()) as Answer
  if (!renewed && !final.test(__type)) throw new Error(`The user pool answered ${response.status} ${__type}`)
  // Nothing is waited for from here on: another tab may have signed out while this one asked.
  if (storedTokens(clientId)?.refreshToken !== token) return givenMeanwhile(clientId, before)
  if (!renewed) {
    for (const name of Object.keys(localStorage)) if (name.startsWith(start)) localStorage.removeItem(name)
    return undefined
  }
  storeTokens(start, renewed)
  return storedTokens(clientId)?.accessToken
}

/** Keeps what the user pool has given somebody whose tokens' names begin so, where `stored.ts` finds it. */
export function storeTokens(start: string, { AccessToken, IdToken, RefreshToken }: Given): void {
  const iat = claimsOf(AccessToken)?.iat
  const clockDrift = iat && String(iat * 1000 - Date.now())
  const kept = { accessToken: AccessToken, idToken: IdToken, refreshToken: RefreshToken, clockDrift }
  for (const [name, text] of Object.entries(kept)) if (text) localStorage.setItem(start + name, text)
}
