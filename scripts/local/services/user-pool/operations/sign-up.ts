import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { attributeList, checkEmail, checkWritten, toRecord } from '../attributes.ts'
import { withoutAttempts } from '../attempts.ts'
import { checkCode, withNewCode } from '../codes.ts'
import { codeExpired, CognitoError, invalidParameter, notAuthorized, userNotFound } from '../errors.ts'
import { deliveryTo, sendMessage } from '../messages.ts'
import { metadata, operation, password, text, username } from '../operation.ts'
import { checkPassword } from '../password-policy.ts'
import { requireClient } from '../context.ts'
import { verifierOf } from '../srp.ts'
import type { User } from '../store.ts'
import { afterConfirmation } from '../triggers.ts'

/** Creates an account, to be confirmed by the code in the mail. */
export const SignUp = operation(
  z.object({ ClientId: text, Username: username, Password: password, UserAttributes: z.optional(attributeList) }),
  async (service, request) => {
    const client = requireClient(service, request.ClientId)
    const { pool } = client
    const now = service.clock.now()
    if (!pool.settings.selfSignUp) throw notAuthorized('SignUp is not permitted for this user pool')
    checkEmail(request.Username)
    const attributes: Record<string, string> = { email: request.Username, ...toRecord(request.UserAttributes) }
    checkWritten(client, attributes)
    if (attributes.email?.toLowerCase() !== request.Username.toLowerCase()) {
      throw invalidParameter('Username and the attribute email must be the same address.')
    }
    checkPassword(pool.settings.password, request.Password)
    if (pool.store.find(request.Username)) throw new CognitoError('UsernameExistsException', 'User already exists')
    const sub = randomUUID()
    const user: User = withNewCode(
      {
        sub,
        attributes: { ...attributes, email_verified: 'false' },
        status: 'UNCONFIRMED',
        enabled: true,
        createdAt: now,
        modifiedAt: now,
        password: verifierOf(pool.id, sub, request.Password),
        groups: [],
        attempts: {},
        signOuts: 0,
        revoked: [],
      },
      'confirm',
      now,
    )
    pool.store.save(user)
    const answer = { UserConfirmed: false, UserSub: sub }
    if (!pool.settings.verifiesEmail) return answer
    await sendMessage(service, pool, user, pool.settings.verification, user.code?.digits ?? '')
    return { ...answer, CodeDeliveryDetails: deliveryTo(request.Username) }
  },
)

export const ResendConfirmationCode = operation(
  z.object({ ClientId: text, Username: username }),
  async (service, request) => {
    const client = requireClient(service, request.ClientId)
    const { pool } = client
    const user = pool.store.find(request.Username)
    if (!user?.enabled && client.settings.hidesWhoExists) return { CodeDeliveryDetails: deliveryTo(request.Username) }
    if (!user) throw userNotFound()
    if (!user.enabled) throw notAuthorized('User is disabled.')
    if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.')
    const renewed = withNewCode(user, 'confirm', service.clock.now())
    pool.store.save(renewed)
    await sendMessage(service, pool, renewed, pool.settings.verification, renewed.code.digits)
    return { CodeDeliveryDetails: deliveryTo(user.attributes.email ?? '') }
  },
)

export const ConfirmSignUp = operation(
  z.object({ ClientId: text, Username: username, ConfirmationCode: text, ClientMetadata: metadata }),
  async (service, request) => {
    const client = requireClient(service, request.ClientId)
    const { store } = client.pool
    const user = store.find(request.Username)
    if (!user) throw client.settings.hidesWhoExists ? codeExpired() : userNotFound()
    if (!user.enabled) throw notAuthorized('User is disabled.')
    if (user.status !== 'UNCONFIRMED') {
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`)
    }
    const now = service.clock.now()
    checkCode(store, user, 'confirm', request.ConfirmationCode, now)
    const { code: _used, ...rest } = withoutAttempts(user, 'wrongCode', 'codeMail')
    const confirmed: User = {
      ...rest,
      status: 'CONFIRMED',
      attributes: { ...user.attributes, email_verified: 'true' },
      modifiedAt: now,
    }
    store.save(confirmed)
    await afterConfirmation(service, client.pool, confirmed, 'ConfirmSignUp', client.id, request.ClientMetadata)
    return {}
  },
)
