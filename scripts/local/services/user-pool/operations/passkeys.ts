import * as z from 'zod/mini'
import { CognitoError, invalidParameter } from '../errors.ts'
import { seal, unseal } from '../keys.ts'
import { operation, text } from '../operation.ts'
import type { Pool } from '../context.ts'
import type { Passkey } from '../store.ts'
import { ownerOf } from '../tokens.ts'
import {
  challengeTimeout,
  clientDataIn,
  isOriginOf,
  newChallenge,
  RegistrationResponse,
  verificationOf,
} from '../webauthn.ts'

/** The most passkeys per user. */
const maxPasskeys = 20

/** The options with which a browser creates a passkey; valid once, and for a short time. */
export const StartWebAuthnRegistration = operation(z.object({ AccessToken: text }), (service, request) => {
  const { client, user } = ownerOf(service, request.AccessToken)
  const { pool } = client
  const domain = requireDomain(pool)
  const { passkeys = [] } = user
  if (passkeys.length >= maxPasskeys)
    throw new CognitoError('LimitExceededException', 'Passkey limit exceeded for the user.')
  const challenge = newChallenge()
  const until = service.clock.now() + client.settings.challengeSeconds * 1000
  pool.store.save({ ...user, passkeyAsked: { challenge, clientId: client.id, until } })
  const name = user.attributes.email ?? user.sub
  return {
    CredentialCreationOptions: {
      rp: { id: domain, name: domain },
      user: { id: Buffer.from(user.sub).toString('base64url'), name, displayName: name },
      challenge,
      pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeTimeout,
      excludeCredentials: passkeys.map(({ id, transports }) => ({ type: 'public-key', id, transports })),
      authenticatorSelection: {
        requireResidentKey: true,
        residentKey: 'required',
        userVerification: verificationOf(pool),
      },
    },
  }
})

export const CompleteWebAuthnRegistration = operation(
  z.object({ AccessToken: text, Credential: z.unknown() }),
  async (service, request) => {
    const { client, user } = ownerOf(service, request.AccessToken)
    const { store } = client.pool
    const domain = requireDomain(client.pool)
    const { passkeyAsked: pendingPasskey, ...rest } = user
    if (!pendingPasskey || service.clock.now() >= pendingPasskey.until) throw challengeNotFound()
    if (pendingPasskey.clientId !== client.id)
      throw new CognitoError('WebAuthnClientMismatchException', 'The access token is for a different client.')
    // A challenge can be answered only once, whatever the result.
    store.save(rest)
    const passkey = await passkeyIn(client.pool, domain, pendingPasskey.challenge, request.Credential)
    if (store.users().some(({ passkeys = [] }) => passkeys.some(({ id }) => id === passkey.id))) throw notSupported()
    const currentUser = store.find(user.sub) ?? rest
    store.save({
      ...currentUser,
      passkeys: [...(currentUser.passkeys ?? []), { ...passkey, createdAt: service.clock.now() }],
    })
    return {}
  },
)

/** Validates the credential that a browser has created. */
async function passkeyIn(
  pool: Pool,
  domain: string,
  challenge: string,
  credential: unknown,
): Promise<Omit<Passkey, 'createdAt'>> {
  const { data: attestation } = z.safeParse(RegistrationResponse, credential)
  const clientData = attestation && clientDataIn(attestation.response.clientDataJSON)
  if (!attestation || !clientData) throw invalidParameter('Invalid credential')
  const { id, rawId, type, authenticatorAttachment: attachment } = attestation
  const { clientDataJSON, attestationObject, transports = [] } = attestation.response
  if (clientData.challenge !== challenge) throw challengeNotFound()
  if (!isOriginOf(domain, clientData.origin))
    throw new CognitoError('WebAuthnOriginNotAllowedException', `Origin ${clientData.origin} is not allowed.`)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const response = { clientDataJSON, attestationObject, transports }
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: clientData.origin,
    expectedRPID: domain,
    requireUserVerification: verificationOf(pool) === 'required',
  }).catch((error: Error) => {
    if (/RP ID/.test(error.message))
      throw new CognitoError('WebAuthnRelyingPartyMismatchException', 'The credential is of another relying party.')
    throw notSupported()
  })
  if (!registrationInfo) throw notSupported()
  const { publicKey, counter } = registrationInfo.credential
  return {
    id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    // Cognito names it by the kind of authenticator.
    name: attachment === 'cross-platform' ? 'Security key' : 'Passkey',
    domain,
    transports,
    ...(attachment && { attachment }),
  }
}

export const ListWebAuthnCredentials = operation(
  z.object({
    AccessToken: text,
    MaxResults: z.optional(z.int().check(z.minimum(0), z.maximum(maxPasskeys))),
    NextToken: z.optional(z.string()),
  }),
  (service, { AccessToken, MaxResults = maxPasskeys, NextToken }) => {
    const { client, user } = ownerOf(service, AccessToken)
    const { keys } = client.pool
    const from = NextToken === undefined ? 0 : unseal<number>(keys, 'passkeys', NextToken)
    if (from === undefined) throw invalidParameter('Invalid pagination token')
    const { passkeys = [] } = user
    const to = from + (MaxResults || maxPasskeys)
    return {
      Credentials: passkeys.slice(from, to).map((each) => ({
        CredentialId: each.id,
        FriendlyCredentialName: each.name,
        RelyingPartyId: each.domain,
        ...(each.attachment && { AuthenticatorAttachment: each.attachment }),
        AuthenticatorTransports: each.transports,
        CreatedAt: each.createdAt / 1000,
      })),
      ...(to < passkeys.length && { NextToken: seal(keys, 'passkeys', to) }),
    }
  },
)

export const DeleteWebAuthnCredential = operation(
  z.object({ AccessToken: text, CredentialId: text }),
  (service, { AccessToken, CredentialId }) => {
    const { client, user } = ownerOf(service, AccessToken)
    const { passkeys = [] } = user
    const otherPasskeys = passkeys.filter(({ id }) => id !== CredentialId)
    if (otherPasskeys.length === passkeys.length)
      throw new CognitoError('ResourceNotFoundException', 'The passkey does not exist.')
    client.pool.store.save({ ...user, passkeys: otherPasskeys })
    return {}
  },
)

function requireDomain({ settings }: Pool): string {
  if (!settings.passkeys)
    throw new CognitoError('WebAuthnNotEnabledException', 'WebAuthn is not enabled for the user pool.')
  const { domain } = settings.passkeys
  if (domain === undefined)
    throw new CognitoError('WebAuthnConfigurationMissingException', 'The user pool has no relying party id.')
  return domain
}

const challengeNotFound = () =>
  new CognitoError('WebAuthnChallengeNotFoundException', 'The challenge was not found, or is over.')
const notSupported = () =>
  new CognitoError('WebAuthnCredentialNotSupportedException', 'The credential is not supported.')
