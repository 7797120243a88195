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
type PendingChallenge = { sub: string; clientId: string; challenge: string; until: number }

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
  const until = service.clock.now() + client.settings.challengeSeconds * 1000
  const AvailableChallenges = ['PASSWORD', 'PASSWORD_SRP', ...(passkeys.length > 0 ? ['WEB_AUTHN'] : [])]
  if (!user || passkeys.length === 0 || preferred !== 'WEB_AUTHN') {
    // The local cloud does not support continuing with the chosen challenge.
    const Session = seal(keys, 'choice', { until })
    return { ChallengeName: 'SELECT_CHALLENGE', Session, ChallengeParameters: {}, AvailableChallenges }
  }
  const pending: PendingChallenge = { sub: user.sub, clientId: client.id, challenge: newChallenge(), until }
  const options = {
    challenge: pending.challenge,
    timeout: challengeTimeout,
    rpId: domain,
    allowCredentials: passkeys.map(({ id, transports }) => ({ type: 'public-key', id, transports })),
    userVerification: verificationOf(client.pool),
  }
  return {
    ChallengeName: 'WEB_AUTHN',
    Session: seal(keys, 'passkey', pending),
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
  const isOpen = ({ clientId, challenge }: PendingChallenge, { answered = [] }: User) =>
    clientId === client.id && !answered.some((each) => each.challenge === challenge)
  const { waiting, user } = resumeSignIn(service, client.pool, { step: 'passkey', session }, isOpen)
  if (store.find(responses.USERNAME ?? '')?.sub !== user.sub) throw notAuthorized()
  if (!user.enabled) throw notAuthorized('User is disabled.')
  const { challenge, until } = waiting
  const { answered = [] } = user
  // A challenge can be answered only once, whatever the result.
  store.save({ ...user, answered: [...answered.filter((each) => each.until > now), { challenge, until }] })
  const usedPasskey = await verifyPasskey(client, user, challenge, responses.CREDENTIAL)
  const provenUser = store.find(user.sub)
  // The passkey may have been removed, or the user disabled or given a second factor, meanwhile.
  const { passkeys = [], enabled, app } = provenUser ?? user
  if (!usedPasskey || !provenUser || !enabled || app?.on || !passkeys.some(({ id }) => id === usedPasskey.id))
    throw notAuthorized()
  const updatedPasskeys = passkeys.map((each) => (each.id === usedPasskey.id ? usedPasskey : each))
  store.save({ ...provenUser, passkeys: updatedPasskeys })
  return { ChallengeParameters: {}, AuthenticationResult: newTokens(service, client, provenUser) }
}

/** The passkey that signed the challenge, with its new counter; undefined if anything is invalid. */
async function verifyPasskey(
  { pool }: Client,
  { passkeys = [] }: User,
  challenge: string,
  credential = '',
): Promise<Passkey | undefined> {
  const assertion = credentialIn(credential)
  const passkey = passkeys.find(({ id }) => id === assertion?.id)
  const clientData = assertion && clientDataIn(assertion.response.clientDataJSON)
  if (!assertion || !passkey || !clientData || !isOriginOf(passkey.domain, clientData.origin)) return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { id, rawId, type } = assertion
  const { clientDataJSON, authenticatorData, signature } = assertion.response
  const response = { clientDataJSON, authenticatorData, signature }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: clientData.origin,
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
