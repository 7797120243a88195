import * as z from 'zod/mini'
import { notAuthorized } from '../errors.ts'
import { seal } from '../keys.ts'
import { type Client, resumeSignIn, type Service, unknownAtSignIn } from '../context.ts'
import type { Passkey, User } from '../store.ts'
import { newTokens } from '../tokens.ts'
import {
  AuthenticationResponse,
  challengeTimeout,
  clientDataIn,
  isOriginOf,
  newChallenge,
  verificationOf,
} from '../webauthn.ts'

/** The user and challenge of a passkey sign-in. Sealed into the session. */
type Waiting = { sub: string; clientId: string; challenge: string; until: number }

/**
 * The first step of a choice-based sign-in. People with passkeys who prefer them get a passkey challenge; everyone
 * else, including unknown people, gets the list of available challenges. A passkey is a single factor, so it is not
 * offered to people with a second factor.
 */
export function startByPasskey(service: Service, client: Client, name: string, preferred: string | undefined) {
  const { store, keys, settings } = client.pool
  const user = store.find(name)
  if (!user && !client.settings.hidesWhoExists) throw unknownAtSignIn(client)
  const domain = settings.passkeys?.domain
  const passkeys = domain !== undefined && user && !user.app?.on ? (user.passkeys ?? []) : []
  const until = service.clock.now() + client.settings.halfDone * 1000
  const AvailableChallenges = ['PASSWORD', 'PASSWORD_SRP', ...(passkeys.length > 0 ? ['WEB_AUTHN'] : [])]
  if (!user || passkeys.length === 0 || preferred !== 'WEB_AUTHN') {
    // The local cloud does not support continuing with the chosen challenge.
    const Session = seal(keys, 'choice', { until })
    return { ChallengeName: 'SELECT_CHALLENGE', Session, ChallengeParameters: {}, AvailableChallenges }
  }
  const waiting: Waiting = { sub: user.sub, clientId: client.id, challenge: newChallenge(), until }
  const options = {
    challenge: waiting.challenge,
    timeout: challengeTimeout,
    rpId: domain,
    allowCredentials: passkeys.map(({ id, transports }) => ({ type: 'public-key', id, transports })),
    userVerification: verificationOf(client.pool),
  }
  return {
    ChallengeName: 'WEB_AUTHN',
    Session: seal(keys, 'passkey', waiting),
    ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
    AvailableChallenges,
  }
}

export async function proveByPasskey(
  service: Service,
  client: Client,
  session: string | undefined,
  responses: Record<string, string>,
) {
  const { store } = client.pool
  const now = service.clock.now()
  const isOpen = ({ clientId, challenge }: Waiting, { answered = [] }: User) =>
    clientId === client.id && !answered.some((each) => each.challenge === challenge)
  const { waiting, user } = resumeSignIn(service, client.pool, { step: 'passkey', session }, isOpen)
  if (store.find(responses.USERNAME ?? '')?.sub !== user.sub) throw notAuthorized()
  if (!user.enabled) throw notAuthorized('User is disabled.')
  const { challenge, until } = waiting
  const { answered = [] } = user
  // A challenge can be answered only once, whatever the result.
  store.save({ ...user, answered: [...answered.filter((each) => each.until > now), { challenge, until }] })
  const used = await usedIn(client, user, challenge, responses.CREDENTIAL)
  const proven = store.find(user.sub)
  // The passkey may have been removed, or the user disabled or given a second factor, meanwhile.
  const { passkeys = [], enabled, app } = proven ?? user
  if (!used || !proven || !enabled || app?.on || !passkeys.some(({ id }) => id === used.id)) throw notAuthorized()
  const others = passkeys.map((each) => (each.id === used.id ? used : each))
  store.save({ ...proven, passkeys: others })
  return { ChallengeParameters: {}, AuthenticationResult: newTokens(service, client, proven) }
}

/** The passkey that signed the challenge, with its new counter; undefined if anything is invalid. */
async function usedIn(
  { pool }: Client,
  { passkeys = [] }: User,
  challenge: string,
  credential = '',
): Promise<Passkey | undefined> {
  const proven = credentialIn(credential)
  const passkey = passkeys.find(({ id }) => id === proven?.id)
  const said = proven && clientDataIn(proven.response.clientDataJSON)
  if (!proven || !passkey || !said || !isOriginOf(passkey.domain, said.origin)) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { id, rawId, type } = proven
  const { clientDataJSON, authenticatorData, signature } = proven.response
  const response = { clientDataJSON, authenticatorData, signature }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: said.origin,
    expectedRPID: passkey.domain,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
    requireUserVerification: verificationOf(pool) === 'required',
  }).catch(() => ({ verified: false, authenticationInfo: { newCounter: 0 } }))
  return verified ? { ...passkey, counter: authenticationInfo.newCounter } : undefined
}

function credentialIn(text: string): z.infer<typeof AuthenticationResponse> | undefined {
  try {
    return z.safeParse(AuthenticationResponse, JSON.parse(text)).data
  } catch {
    return undefined
  }
}
