import * as z from 'zod/mini'
import { withoutAttempts } from '../attempts.ts'
import { checkCode, withNewCode } from '../codes.ts'
import { codeExpired, codeMismatch, invalidParameter, notAuthorized, userNotFound } from '../errors.ts'
import { deliveryTo, sendMessage } from '../messages.ts'
import { metadata, operation, password, text, username } from '../operation.ts'
import { checkPassword } from '../password-policy.ts'
import { requireClient } from '../context.ts'
import { verifierOf } from '../srp.ts'
import type { User } from '../store.ts'
import { afterConfirmation } from '../triggers.ts'

/** Sends a code for choosing a new password. */
export const ForgotPassword = operation(z.object({ ClientId: text, Username: username }), async (service, request) => {
  const client = requireClient(service, request.ClientId)
  const { pool } = client
  const user = pool.store.find(request.Username)
  const canBeReached = user?.enabled && user.attributes.email_verified === 'true'
  if (!canBeReached && client.settings.hidesWhoExists) return { CodeDeliveryDetails: deliveryTo(request.Username) }
  if (!user) throw userNotFound()
  if (!user.enabled) throw notAuthorized('User is disabled.')
  if (!canBeReached) {
    throw invalidParameter(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    )
  }
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    throw notAuthorized('User password cannot be reset in the current state.')
  }
  const renewed = withNewCode(user, 'reset', service.clock.now())
  pool.store.save(renewed)
  await sendMessage(service, pool, renewed, pool.settings.verification, renewed.code.digits)
  return { CodeDeliveryDetails: deliveryTo(user.attributes.email ?? '') }
})

export const ConfirmForgotPassword = operation(
  z.object({
    ClientId: text,
    Username: username,
    ConfirmationCode: text,
    Password: password,
    ClientMetadata: metadata,
  }),
  async (service, request) => {
    const client = requireClient(service, request.ClientId)
    const { pool } = client
    const user = pool.store.find(request.Username)
    if (!user?.enabled) {
      if (client.settings.hidesWhoExists) throw codeMismatch()
      throw user ? notAuthorized('User is disabled.') : userNotFound()
    }
    if (user.code?.purpose !== 'reset') throw codeExpired()
    checkPassword(pool.settings.password, request.Password)
    const now = service.clock.now()
    checkCode(pool.store, user, 'reset', request.ConfirmationCode, now)
    const { code: _used, ...rest } = withoutAttempts(user, 'wrongCode', 'codeMail', 'signIn')
    const confirmed: User = {
      ...rest,
      status: 'CONFIRMED',
      password: verifierOf(pool.id, user.sub, request.Password),
      modifiedAt: now,
    }
    pool.store.save(confirmed)
    await afterConfirmation(service, pool, confirmed, 'ConfirmForgotPassword', client.id, request.ClientMetadata)
    return {}
  },
)
