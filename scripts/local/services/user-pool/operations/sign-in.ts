import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { checkNotLocked, withFailedSignIn, withoutAttempts } from '../attempts.ts'
import { CognitoError, invalidParameter, notAuthorized } from '../errors.ts'
import { seal } from '../keys.ts'
import { operation, text } from '../operation.ts'
import { type Client, requireClient, type Service, unknownAtSignIn } from '../context.ts'
import { type Handshake, samePassword, startHandshake, type Verifier, verifierOf, wireSalt } from '../srp.ts'
import type { User } from '../store.ts'
import { newTokens, refreshedTokens } from '../tokens.ts'
import { appChallenge } from './second-factor.ts'
import { newPasswordChallenge } from './new-password.ts'
import { startByPasskey } from './passkey-sign-in.ts'

/** A sign-in whose password has not been proven yet. Sealed into the secret block. */
export type PendingHandshake = Handshake & { username: string; stranger: boolean; until: number }

export const InitiateAuth = operation(
  z.object({ ClientId: text, AuthFlow: text, AuthParameters: z.optional(z.record(z.string(), z.string())) }),
  (service, request) => {
    const client = requireClient(service, request.ClientId)
    const { AuthFlow: flow } = request
    const parameter = (name: string) => {
      const value = request.AuthParameters?.[name]
      if (!value) throw invalidParameter(`Missing required parameter ${name}`)
      return value
    }
    if (flow === 'USER_SRP_AUTH') {
      checkFlow(client, flow)
      return startSrp(service, client, parameter('USERNAME'), parameter('SRP_A'))
    }
    if (flow === 'USER_PASSWORD_AUTH') {
      checkFlow(client, flow)
      return byPassword(service, client, parameter('USERNAME'), parameter('PASSWORD'))
    }
    if (flow === 'USER_AUTH') {
      checkFlow(client, flow)
      return startByPasskey(service, client, parameter('USERNAME'), request.AuthParameters?.PREFERRED_CHALLENGE)
    }
    if (flow === 'REFRESH_TOKEN_AUTH' || flow === 'REFRESH_TOKEN') {
      checkFlow(client, 'REFRESH_TOKEN_AUTH')
      return {
        ChallengeParameters: {},
        AuthenticationResult: refreshedTokens(service, client, parameter('REFRESH_TOKEN')),
      }
    }
    throw invalidParameter(`${flow} flow not enabled for this client`)
  },
)

export const GetTokensFromRefreshToken = operation(
  z.object({ ClientId: text, RefreshToken: text }),
  (service, request) => ({
    AuthenticationResult: refreshedTokens(service, requireClient(service, request.ClientId), request.RefreshToken),
  }),
)

/** What follows once the password has been proven: tokens, or another challenge. */
export function passwordProven(service: Service, client: Client, user: User): object {
  const now = service.clock.now()
  if (!user.enabled) throw notAuthorized('User is disabled.')
  if (user.status === 'UNCONFIRMED') throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.')
  if (user.attempts.signIn) client.pool.store.save(withoutAttempts(user, 'signIn'))
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    if (user.temporaryUntil !== undefined && now >= user.temporaryUntil) {
      throw notAuthorized('Temporary password has expired and must be reset by an administrator.')
    }
    return newPasswordChallenge(service, client, user)
  }
  if (user.app?.on) return appChallenge(service, client, user)
  return { ChallengeParameters: {}, AuthenticationResult: newTokens(service, client, user) }
}

export function passwordRefused(service: Service, client: Client, user: User): never {
  client.pool.store.save(withFailedSignIn(user, service.clock.now()))
  throw notAuthorized()
}

function startSrp(service: Service, client: Client, name: string, A: string) {
  const { pool } = client
  const user = pool.store.find(name)
  if (!user && !client.settings.hidesWhoExists) throw unknownAtSignIn(client)
  const username = user?.sub ?? inventedName(pool.keys.sealing, name)
  const password = user?.password ?? inventedVerifier(pool.keys.sealing, pool.id, username)
  const handshake = startHandshake(A, password)
  if (!handshake) throw notAuthorized()
  const until = service.clock.now() + client.settings.challengeSeconds * 1000
  const pendingHandshake: PendingHandshake = { ...handshake, username, stranger: !user, until }
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: wireSalt(password),
      SRP_B: handshake.B,
      SECRET_BLOCK: seal(pool.keys, 'srp', pendingHandshake),
      USERNAME: username,
      USER_ID_FOR_SRP: username,
    },
  }
}

function byPassword(service: Service, client: Client, name: string, password: string) {
  const user = client.pool.store.find(name)
  if (!user) throw unknownAtSignIn(client)
  checkNotLocked(user, service.clock.now())
  if (!samePassword(client.pool.id, user.sub, password, user.password)) passwordRefused(service, client, user)
  return passwordProven(service, client, user)
}

function checkFlow(client: Client, flow: string): void {
  if (!client.settings.flows.includes(`ALLOW_${flow}`)) {
    throw invalidParameter(`${flow} flow not enabled for this client`)
  }
}

/** An unknown person gets the same invented id and salt each time, so that repeated requests do not reveal who exists. */
const inventedDigest = (secret: Buffer, ...about: string[]) =>
  createHash('sha256').update(secret).update(about.join(':')).digest()

function inventedName(secret: Buffer, name: string): string {
  const hex = inventedDigest(secret, 'name', name.toLowerCase()).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const inventedVerifier = (secret: Buffer, poolId: string, username: string): Verifier =>
  verifierOf(
    poolId,
    username,
    inventedDigest(secret, 'password', username).toString('hex'),
    inventedDigest(secret, 'salt', username).subarray(0, 16),
  )
