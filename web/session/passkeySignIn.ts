import { loadConfig } from './config.ts'
import { ask, type Given, storeTokens } from './pool.ts'
import { claimsOf, lastUser, tokenStart } from './stored.ts'
import { signedInUser } from './tokens.ts'
import { type Proving, provePasskey } from './webAuthn.ts'

/**
 * The outcome. `none`: the address has no passkey or no account, or the account has a second factor, which the user pool does not
 * allow with passkeys. `cancelled`: by the user or their device, or because someone signed in in another tab meanwhile.
 * `refused`: by the user pool, such as for a removed passkey.
 */
export type Ended = 'signedIn' | 'none' | 'cancelled' | 'refused' | 'tooOften' | 'noAnswer'

type Answer = {
  __type?: string
  ChallengeName?: string
  ChallengeParameters?: Record<string, string>
  Session?: string
  AuthenticationResult?: Given
}

const tooOften = /\b(LimitExceeded|TooManyRequests)Exception/

/**
 * Signs in with a passkey of the account with this address. Sends its own requests, since the sign-in library would store the
 * tokens under the password client's id. The tokens are stored like those of any sign-in.
 */
export async function signInByPasskey(email: string): Promise<Ended> {
  try {
    const config = await loadConfig()
    const ClientId = config.passkeys?.clientId ?? ''
    const say = async (what: string, body: object): Promise<Answer> => {
      const response = await ask(config, what, { ClientId, ...body }, { signal: AbortSignal.timeout(25_000) })
      if (response.status >= 500) throw new Error(`The user pool answered ${response.status}`)
      return (await response.json()) as Answer
    }
    const AuthParameters = { USERNAME: email, PREFERRED_CHALLENGE: 'WEB_AUTHN' }
    const asked = await say('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters })
    const { __type: refused = '', ChallengeName, ChallengeParameters = {}, Session } = asked
    if (ChallengeName !== 'WEB_AUTHN') return tooOften.test(refused) ? 'tooOften' : 'none'
    const options = ChallengeParameters['CREDENTIAL_REQUEST_OPTIONS'] ?? ''
    const proven = await provePasskey(JSON.parse(options) as Proving)
    const { __type = '', AuthenticationResult: given } = await say('RespondToAuthChallenge', {
      ChallengeName: 'WEB_AUTHN',
      Session,
      ChallengeResponses: { USERNAME: email, CREDENTIAL: JSON.stringify(proven) },
    })
    if (!given) return tooOften.test(__type) ? 'tooOften' : 'refused'
    // No await from here on: all tabs of a device share one user.
    if (signedInUser() !== undefined) return 'cancelled'
    keep(config.userPoolClientId, given)
    return 'signedIn'
  } catch (error) {
    return error instanceof DOMException && error.name !== 'TimeoutError' ? 'cancelled' : 'noAnswer'
  }
}

function keep(clientId: string, given: Given): void {
  const claims = claimsOf(given.AccessToken)
  if (!claims) throw new Error('The user pool gave no token')
  localStorage.setItem(lastUser(clientId), claims.sub)
  const start = tokenStart(clientId)
  if (start) storeTokens(start, given)
}
