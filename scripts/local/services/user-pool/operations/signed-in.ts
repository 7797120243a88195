import * as z from 'zod/mini'
import { withAttempt, withoutAttempts } from '../attempts.ts'
import { listAttributes } from '../attributes.ts'
import { CognitoError, invalidParameter, notAuthorized } from '../errors.ts'
import { operation, password, text } from '../operation.ts'
import { checkPassword } from '../password-policy.ts'
import { requireClient } from '../context.ts'
import { samePassword, verifierOf } from '../srp.ts'
import { ownerOf, withoutSession } from '../tokens.ts'

export const GetUser = operation(z.object({ AccessToken: text }), (service, request) => {
  const { client, user } = ownerOf(service, request.AccessToken)
  const { canRead } = client.settings
  const attributes = listAttributes(user, canRead && ['sub', ...canRead])
  const factors = user.app?.on ? { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] } : {}
  return { Username: user.sub, UserAttributes: attributes, ...factors }
})

export const ChangePassword = operation(
  z.object({ AccessToken: text, PreviousPassword: password, ProposedPassword: password }),
  (service, request) => {
    const { client, user } = ownerOf(service, request.AccessToken)
    const { pool } = client
    const countedUser = withAttempt(user, 'changePassword', service.clock.now())
    if (!samePassword(pool.id, user.sub, request.PreviousPassword, user.password)) {
      pool.store.save(countedUser)
      throw notAuthorized()
    }
    checkPassword(pool.settings.password, request.ProposedPassword)
    pool.store.save({
      ...withoutAttempts(user, 'changePassword'),
      password: verifierOf(pool.id, user.sub, request.ProposedPassword),
      modifiedAt: service.clock.now(),
    })
    return {}
  },
)

/** Ends all sessions of the user, on all devices. */
export const GlobalSignOut = operation(z.object({ AccessToken: text }), (service, request) => {
  const { client, user } = ownerOf(service, request.AccessToken)
  client.pool.store.save({ ...user, signOuts: user.signOuts + 1, revoked: [] })
  return {}
})

/** Ends the session that the refresh token belongs to. */
export const RevokeToken = operation(z.object({ ClientId: text, Token: text }), (service, request) => {
  const client = requireClient(service, request.ClientId)
  if (!client.settings.canRevoke) {
    throw new CognitoError('UnsupportedOperationException', 'Token revocation is not enabled for this client.')
  }
  if (request.Token.split('.').length === 3) {
    throw new CognitoError('UnsupportedTokenTypeException', 'Unsupported token type')
  }
  const user = withoutSession(service, client, request.Token)
  if (!user) throw invalidParameter('Invalid refresh token')
  client.pool.store.save(user)
  return {}
})
