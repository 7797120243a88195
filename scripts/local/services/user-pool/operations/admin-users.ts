import { randomInt, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { attributeList, checkEmail, checkSchema, listAttributes, toRecord } from '../attributes.ts'
import { withoutAttempts } from '../attempts.ts'
import { CognitoError, invalidParameter, notAuthorized } from '../errors.ts'
import { sendMessage } from '../messages.ts'
import { metadata, operation, password, text, username } from '../operation.ts'
import { checkPassword } from '../password-policy.ts'
import { type Pool, requirePool, requireUser, type Service } from '../context.ts'
import { verifierOf } from '../srp.ts'
import type { User } from '../store.ts'
import { afterConfirmation } from '../triggers.ts'

const oneUser = z.object({ UserPoolId: text, Username: username })
const day = 86_400_000

/** Creates an account with a temporary password, which is mailed unless suppressed. */
export const AdminCreateUser = operation(
  z.extend(oneUser, {
    UserAttributes: z.optional(attributeList),
    TemporaryPassword: z.optional(password),
    MessageAction: z.optional(z.enum(['RESEND', 'SUPPRESS'])),
  }),
  async (service, request) => {
    const pool = requirePool(service, request.UserPoolId)
    const existing = pool.store.find(request.Username)
    const temporary = request.TemporaryPassword ?? inventedPassword(pool.settings.password.minimumLength)
    checkPassword(pool.settings.password, temporary)
    if (request.MessageAction === 'RESEND') {
      const user = requireUser(pool, request.Username)
      if (user.status !== 'FORCE_CHANGE_PASSWORD') {
        throw new CognitoError('UnsupportedUserStateException', 'Resend not possible. User is not in a pending state.')
      }
      return invite(service, pool, withTemporary(service, pool, user, temporary), temporary, true)
    }
    checkEmail(request.Username)
    if (existing) throw new CognitoError('UsernameExistsException', 'User account already exists')
    const attributes: Record<string, string> = { email: request.Username, ...toRecord(request.UserAttributes) }
    checkSchema(pool, attributes)
    if (attributes.email?.toLowerCase() !== request.Username.toLowerCase()) {
      throw invalidParameter('Username and the attribute email must be the same address.')
    }
    const now = service.clock.now()
    const sub = randomUUID()
    const user: User = {
      sub,
      attributes,
      status: 'FORCE_CHANGE_PASSWORD',
      enabled: true,
      createdAt: now,
      modifiedAt: now,
      password: { salt: '', verifier: '' },
      groups: [],
      attempts: {},
      signOuts: 0,
      revoked: [],
    }
    return invite(
      service,
      pool,
      withTemporary(service, pool, user, temporary),
      temporary,
      request.MessageAction !== 'SUPPRESS',
    )
  },
)

export const AdminSetUserPassword = operation(
  z.extend(oneUser, { Password: password, Permanent: z.optional(z.boolean()) }),
  (service, request) => {
    const pool = requirePool(service, request.UserPoolId)
    const user = requireUser(pool, request.Username)
    checkPassword(pool.settings.password, request.Password)
    const temporary = withTemporary(service, pool, withoutAttempts(user, 'signIn'), request.Password)
    const { temporaryUntil: _none, ...permanent } = temporary
    pool.store.save(request.Permanent ? { ...permanent, status: 'CONFIRMED' } : temporary)
    return {}
  },
)

/** Confirms without a code. The e-mail address stays unverified. */
export const AdminConfirmSignUp = operation(
  z.extend(oneUser, { ClientMetadata: metadata }),
  async (service, request) => {
    const pool = requirePool(service, request.UserPoolId)
    const user = requireUser(pool, request.Username)
    if (user.status !== 'UNCONFIRMED') {
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`)
    }
    const { code: _used, ...rest } = user
    const confirmed: User = { ...rest, status: 'CONFIRMED', modifiedAt: service.clock.now() }
    pool.store.save(confirmed)
    await afterConfirmation(service, pool, confirmed, 'ConfirmSignUp', undefined, request.ClientMetadata)
    return {}
  },
)

export const AdminGetUser = operation(oneUser, (service, request) => {
  const user = requireUser(requirePool(service, request.UserPoolId), request.Username)
  const { Attributes, ...rest } = describeUser(user)
  return { ...rest, UserAttributes: Attributes }
})

/** Deletes the user, which invalidates every token; the address can be used for another account. */
export const AdminDeleteUser = operation(oneUser, (service, request) => {
  const pool = requirePool(service, request.UserPoolId)
  pool.store.remove(requireUser(pool, request.Username))
  return {}
})

/** Disables a user: no sign-in, and all earlier tokens are invalid, including refresh tokens. */
export const AdminDisableUser = operation(oneUser, (service, request) =>
  change(service, request, (user) => ({ enabled: false, signOuts: user.signOuts + 1, revoked: [] })),
)

export const AdminEnableUser = operation(oneUser, (service, request) =>
  change(service, request, () => ({ enabled: true })),
)

export const AdminUserGlobalSignOut = operation(oneUser, (service, request) =>
  change(service, request, (user) => ({ signOuts: user.signOuts + 1, revoked: [] })),
)

/** A user in the format of the admin operations; instants in seconds since 1970. */
export const describeUser = (user: User, names?: string[]) => ({
  Username: user.sub,
  Attributes: listAttributes(user, names),
  UserCreateDate: user.createdAt / 1000,
  UserLastModifiedDate: user.modifiedAt / 1000,
  Enabled: user.enabled,
  UserStatus: user.status,
})

function change(service: Service, request: z.infer<typeof oneUser>, changesOf: (user: User) => Partial<User>) {
  const pool = requirePool(service, request.UserPoolId)
  const user = requireUser(pool, request.Username)
  pool.store.save({ ...user, ...changesOf(user), modifiedAt: service.clock.now() })
  return {}
}

const withTemporary = (service: Service, pool: Pool, user: User, temporary: string): User => ({
  ...user,
  status: 'FORCE_CHANGE_PASSWORD',
  password: verifierOf(pool.id, user.sub, temporary),
  temporaryUntil: service.clock.now() + pool.settings.temporaryPasswordDays * day,
  modifiedAt: service.clock.now(),
})

async function invite(service: Service, pool: Pool, user: User, temporary: string, byMail: boolean) {
  pool.store.save(user)
  if (byMail) await sendMessage(service, pool, user, pool.settings.invitation, temporary)
  return { User: describeUser(user) }
}

/** A password with every kind of character that a policy can require. */
function inventedPassword(length: number): string {
  const kinds = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#%*+-=?']
  const kind = (index: number) => kinds[index % kinds.length] ?? ''
  return Array.from({ length: Math.max(length, 12) }, (_, i) => kind(i)[randomInt(kind(i).length)]).join('')
}
