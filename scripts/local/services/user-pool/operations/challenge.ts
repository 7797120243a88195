import * as z from 'zod/mini'
import { checkNotLocked } from '../attempts.ts'
import { invalidParameter, notAuthorized, sessionOver } from '../errors.ts'
import { unseal } from '../keys.ts'
import { operation, text } from '../operation.ts'
import { type Client, requireClient, type Service } from '../context.ts'
import { expectedSignature } from '../srp.ts'
import { chooseNewPassword } from './new-password.ts'
import { proveByPasskey } from './passkey-sign-in.ts'
import { proveByApp } from './second-factor.ts'
import { type PendingHandshake, passwordProven, passwordRefused } from './sign-in.ts'

export const RespondToAuthChallenge = operation(
  z.object({
    ClientId: text,
    ChallengeName: text,
    Session: z.optional(z.string()),
    ChallengeResponses: z.optional(z.record(z.string(), z.string())),
  }),
  (service, request) => {
    const client = requireClient(service, request.ClientId)
    const responses = request.ChallengeResponses ?? {}
    if (request.ChallengeName === 'PASSWORD_VERIFIER') return proveByPassword(service, client, responses)
    if (request.ChallengeName === 'NEW_PASSWORD_REQUIRED') {
      return chooseNewPassword(service, client, request.Session, responses)
    }
    if (request.ChallengeName === 'SOFTWARE_TOKEN_MFA') return proveByApp(service, client, request.Session, responses)
    if (request.ChallengeName === 'WEB_AUTHN') return proveByPasskey(service, client, request.Session, responses)
    throw invalidParameter(`The challenge ${request.ChallengeName} was not given.`)
  },
)

function proveByPassword(service: Service, client: Client, responses: Record<string, string>): object {
  const { pool } = client
  const {
    PASSWORD_CLAIM_SECRET_BLOCK: secretBlock = '',
    PASSWORD_CLAIM_SIGNATURE: signature = '',
    TIMESTAMP: timestamp = '',
  } = responses
  const handshake = unseal<PendingHandshake>(pool.keys, 'srp', secretBlock)
  if (!handshake) throw notAuthorized()
  if (service.clock.now() >= handshake.until) throw sessionOver()
  const user = pool.store.find(handshake.username)
  if (!user || handshake.stranger) throw notAuthorized()
  checkNotLocked(user, service.clock.now())
  // If the password was changed since the first step, the handshake was made with the old one.
  if (handshake.verifier !== user.password.verifier) throw notAuthorized()
  const expected = expectedSignature(handshake, pool.id, user.sub, secretBlock, timestamp)
  if (signature !== expected) passwordRefused(service, client, user)
  return passwordProven(service, client, user)
}
