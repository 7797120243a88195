import * as z from 'zod/mini'
import { checkSchema, missingAttributes } from '../attributes.ts'
import { invalidParameter, notAuthorized } from '../errors.ts'
import { seal } from '../keys.ts'
import { password } from '../operation.ts'
import { checkPassword } from '../password-policy.ts'
import { type Client, resumeSignIn, type Service } from '../context.ts'
import { verifierOf } from '../srp.ts'
import type { User } from '../store.ts'
import { newTokens } from '../tokens.ts'

/** A user with a temporary password who has to choose a new one. Sealed into the session. */
type PendingChallenge = { sub: string; until: number; salt: string }

const prefix = 'userAttributes.'

export function newPasswordChallenge(service: Service, client: Client, user: User) {
  const pending: PendingChallenge = {
    sub: user.sub,
    until: service.clock.now() + client.settings.challengeSeconds * 1000,
    salt: user.password.salt,
  }
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: seal(client.pool.keys, 'new-password', pending),
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.sub,
      requiredAttributes: JSON.stringify(missingAttributes(client.pool, user.attributes).map((name) => prefix + name)),
      userAttributes: JSON.stringify(user.attributes),
    },
  }
}

/** Sets the new password and required attributes that were missing. */
export function chooseNewPassword(
  service: Service,
  client: Client,
  session: string | undefined,
  responses: Record<string, string>,
) {
  const { pool } = client
  const now = service.clock.now()
  // The salt changes with the password, which invalidates the session once a password was chosen.
  const isSame = ({ salt }: PendingChallenge, { password: { salt: currentSalt } }: User) => salt === currentSalt
  const { user } = resumeSignIn(service, pool, { step: 'new-password', session }, isSame)
  if (!user.enabled) throw notAuthorized('User is disabled.')
  const newPassword = z.safeParse(password, responses.NEW_PASSWORD)
  if (!newPassword.success)
    throw invalidParameter(newPassword.error.issues[0]?.message ?? 'Missing required parameter NEW_PASSWORD')
  const givenAttributes = Object.fromEntries(
    Object.entries(responses)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  )
  checkSchema(pool, givenAttributes)
  if ('email' in givenAttributes || Object.keys(givenAttributes).some((name) => name.endsWith('_verified'))) {
    throw notAuthorized('Cannot modify an already provided email')
  }
  const attributes = { ...user.attributes, ...givenAttributes }
  const missing = missingAttributes(pool, attributes)
  if (missing.length) throw invalidParameter(`Invalid attributes given, ${missing.join(', ')} is missing`)
  checkPassword(pool.settings.password, newPassword.data)
  const { temporaryUntil: _over, ...rest } = user
  const confirmed: User = {
    ...rest,
    attributes,
    status: 'CONFIRMED',
    password: verifierOf(pool.id, user.sub, newPassword.data),
    modifiedAt: now,
  }
  pool.store.save(confirmed)
  return { ChallengeParameters: {}, AuthenticationResult: newTokens(service, client, confirmed) }
}
