import { loadConfig } from './config.ts'
import { callPool, type PoolTokens, storeTokens } from './pool.ts'
import { parseClaims, toLastUserName, tokenPrefix } from './stored.ts'
import { signedInUser } from './tokens.ts'
import { type AssertionOptions, signWithPasskey } from './webAuthn.ts'

/**
 * The outcome. `none`: the address has no passkey or no account, or the account has a second factor, which the user pool does not
 * allow with passkeys. `cancelled`: by the user or their device, or because someone signed in in another tab meanwhile.
 * `refused`: by the user pool, such as for a removed passkey.
 */
export type PasskeyOutcome = 'signedIn' | 'none' | 'cancelled' | 'refused' | 'tooOften' | 'noAnswer'

type PoolResponse = {
  __type?: string
  ChallengeName?: string
  ChallengeParameters?: Record<string, string>
  Session?: string
  AuthenticationResult?: PoolTokens
}

const tooOften = /\b(LimitExceeded|TooManyRequests)Exception/

/**
 * Signs in with a passkey of the account with this address. Sends its own requests, since the sign-in library would store the
 * tokens under the password client's id. The tokens are stored like those of any sign-in.
 */
export async function signInByPasskey(email: string): Promise<PasskeyOutcome> {
  try {
    const config = await loadConfig()
    const ClientId = config.passkeys?.clientId ?? ''
    const call = async (operation: string, body: object): Promise<PoolResponse> => {
      const response = await callPool(config, operation, { ClientId, ...body }, { signal: AbortSignal.timeout(25_000) })
      if (response.status >= 500) throw new Error(`The user pool answered ${response.status}`)
      return (await response.json()) as PoolResponse
    }
    const AuthParameters = { USERNAME: email, PREFERRED_CHALLENGE: 'WEB_AUTHN' }
    const challenge = await call('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters })
    const { __type: errorType = '', ChallengeName, ChallengeParameters = {}, Session } = challenge
    if (ChallengeName !== 'WEB_AUTHN') return tooOften.test(errorType) ? 'tooOften' : 'none'
    const options = ChallengeParameters['CREDENTIAL_REQUEST_OPTIONS'] ?? ''
    const assertion = await signWithPasskey(JSON.parse(options) as AssertionOptions)
    const { __type = '', AuthenticationResult: tokens } = await call('RespondToAuthChallenge', {
      ChallengeName: 'WEB_AUTHN',
      Session,
      ChallengeResponses: { USERNAME: email, CREDENTIAL: JSON.stringify(assertion) },
    })
    if (!tokens) return tooOften.test(__type) ? 'tooOften' : 'refused'
    // No await from here on: all tabs of a device share one user.
    if (signedInUser() !== undefined) return 'cancelled'
    storeSignIn(config.userPoolClientId, tokens)
    return 'signedIn'
  } catch (error) {
    return error instanceof DOMException && error.name !== 'TimeoutError' ? 'cancelled' : 'noAnswer'
  }
}

function storeSignIn(clientId: string, tokens: PoolTokens): void {
  const claims = parseClaims(tokens.AccessToken)
  if (!claims) throw new Error('The user pool gave no token')
  localStorage.setItem(toLastUserName(clientId), claims.sub)
  const prefix = tokenPrefix(clientId)
  if (prefix) storeTokens(prefix, tokens)
}
