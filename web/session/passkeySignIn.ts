import { loadConfig } from './config.ts'
import { ask, type Given, storeTokens } from './pool.ts'
import { claimsOf, lastUser, tokenStart } from './stored.ts'
import { signedInUser } from './tokens.ts'
import { type Proving, provePasskey } from './webAuthn.ts'

/**
 * How it ended. `none`: no passkey opens the account of this address, or there is no such account, or it has a second factor, beside which
 * the user pool takes none. `cancelled`: by the person, or their device, or since somebody has signed in in another tab meanwhile.
 * `refused`: by the user pool, as of one that was removed.
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
 * Signs in whoever has this address by one of their passkeys: by requests of our own, since the sign-in library would make its tokens those
 * of the client for passwords. They lie on the device from then on, where those of any sign-in do.
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
    // Nothing is waited for from here on: the tabs of a device have one person.
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
