import * as z from 'zod/mini'
import { withoutAttempts } from '../attempts.ts'
import { attributeList, checkChanged, checkEmail, toRecord } from '../attributes.ts'
import { checkCode, withNewCode } from '../codes.ts'
import { aliasExists, codeExpired, invalidParameter } from '../errors.ts'
import { deliveryTo, sendMessage } from '../messages.ts'
import { operation, text } from '../operation.ts'
import type { Pool } from '../context.ts'
import type { User } from '../store.ts'
import { ownerOf } from '../tokens.ts'

/** Names change at once; a new address is only remembered until the code that is mailed there has been entered. */
export const UpdateUserAttributes = operation(
  z.object({ AccessToken: text, UserAttributes: attributeList }),
  async (service, request) => {
    const { client, user } = ownerOf(service, request.AccessToken)
    const { pool } = client
    const newAttributes = toRecord(request.UserAttributes)
    checkChanged(client, newAttributes)
    const { email, ...otherAttributes } = newAttributes
    const now = service.clock.now()
    const attributes = { ...user.attributes, ...otherAttributes }
    if (email === undefined || email === user.attributes.email) {
      pool.store.save({ ...user, attributes, modifiedAt: now })
      return { CodeDeliveryDetailsList: [] }
    }
    checkEmail(email)
    requireFree(pool, user, email)
    if (!pool.settings.keepsEmail)
      throw invalidParameter('The local cloud changes no address before the new one is confirmed.')
    const updatedUser = { ...withNewCode(user, 'attribute', now), attributes, emailAsked: email, modifiedAt: now }
    pool.store.save(updatedUser)
    await sendMessage(service, pool, updatedUser, pool.settings.verification, updatedUser.code.digits, email)
    return { CodeDeliveryDetailsList: [deliveryTo(email)] }
  },
)

export const VerifyUserAttribute = operation(
  z.object({ AccessToken: text, AttributeName: z.literal('email'), Code: text }),
  (service, request) => {
    const { client, user } = ownerOf(service, request.AccessToken)
    const { store } = client.pool
    const { emailAsked: email } = user
    if (email === undefined) throw codeExpired()
    const now = service.clock.now()
    checkCode(store, user, 'attribute', request.Code, now)
    requireFree(client.pool, user, email)
    const { code: _used, emailAsked: _now, ...rest } = withoutAttempts(user, 'wrongCode', 'codeMail')
    const attributes = { ...user.attributes, email, email_verified: 'true' }
    store.save({ ...rest, attributes, modifiedAt: now })
    return {}
  },
)

function requireFree({ store }: Pool, { sub }: User, email: string): void {
  const otherUser = store.find(email)
  if (otherUser && otherUser.sub !== sub) throw aliasExists()
}
