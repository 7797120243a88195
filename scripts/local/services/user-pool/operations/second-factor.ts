import * as z from 'zod/mini'
import { CognitoError, invalidParameter, notAuthorized, sessionOver } from '../errors.ts'
import { seal } from '../keys.ts'
import { operation, text } from '../operation.ts'
import { type Client, type Pool, resumeSignIn, type Service } from '../context.ts'
import type { User } from '../store.ts'
import { matchingTimeStep, newSecret } from '../totp.ts'
import { newTokens, ownerOf } from '../tokens.ts'

/** A new secret for an authenticator app, which becomes active with its first valid code. */
export const AssociateSoftwareToken = operation(z.object({ AccessToken: text }), (service, request) => {
  const { client, user } = ownerOf(service, request.AccessToken)
  requireAllowed(client.pool)
  const secret = newSecret()
  client.pool.store.save({ ...user, appAsked: secret })
  return { SecretCode: secret }
})

export const VerifySoftwareToken = operation(
  z.object({ AccessToken: text, UserCode: text, FriendlyDeviceName: z.optional(z.string()) }),
  (service, request) => {
    const { client, user } = ownerOf(service, request.AccessToken)
    const { appAsked: secret, ...rest } = user
    if (!secret) throw invalidParameter('No software token was associated.')
    const last = matchingTimeStep(secret, request.UserCode, service.clock.now())
    if (last === undefined) throw new CognitoError('EnableSoftwareTokenMFAException', 'Code mismatch')
    client.pool.store.save({ ...rest, app: { secret, last, on: user.app?.on ?? false } })
    return { Status: 'SUCCESS' }
  },
)

export const SetUserMFAPreference = operation(
  z.object({
    AccessToken: text,
    SoftwareTokenMfaSettings: z.optional(
      z.object({ Enabled: z.optional(z.boolean()), PreferredMfa: z.optional(z.boolean()) }),
    ),
  }),
  (service, request) => {
    const { client, user } = ownerOf(service, request.AccessToken)
    const isEnabled = request.SoftwareTokenMfaSettings?.Enabled ?? false
    if (!user.app && isEnabled)
      throw invalidParameter('User does not have delivery config set to turn on SOFTWARE_TOKEN_MFA')
    if (user.app) client.pool.store.save({ ...user, app: { ...user.app, on: isEnabled } })
    return {}
  },
)

/** A user who has proven the password and still has to enter a code. Sealed into the session. */
type PendingChallenge = { sub: string; until: number; salt: string }

export function appChallenge(service: Service, client: Client, user: User) {
  const until = service.clock.now() + client.settings.challengeSeconds * 1000
  const pending: PendingChallenge = { sub: user.sub, until, salt: user.password.salt }
  return {
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session: seal(client.pool.keys, 'app-code', pending),
    ChallengeParameters: { USER_ID_FOR_SRP: user.sub, FRIENDLY_DEVICE_NAME: '' },
  }
}

export function proveByApp(
  service: Service,
  client: Client,
  session: string | undefined,
  responses: Record<string, string>,
) {
  const isSame = ({ salt }: PendingChallenge, { password }: User) => salt === password.salt
  const { user } = resumeSignIn(service, client.pool, { step: 'app-code', session }, isSame)
  const { app } = user
  if (!app) throw sessionOver()
  if (!user.enabled) throw notAuthorized('User is disabled.')
  const last = matchingTimeStep(app.secret, responses.SOFTWARE_TOKEN_MFA_CODE ?? '', service.clock.now(), app.last)
  if (last === undefined) throw new CognitoError('CodeMismatchException', 'Invalid code received for user')
  const provenUser = { ...user, app: { ...app, last } }
  client.pool.store.save(provenUser)
  return { ChallengeParameters: {}, AuthenticationResult: newTokens(service, client, provenUser) }
}

function requireAllowed({ settings }: Pool): void {
  if (!settings.takesApps)
    throw new CognitoError('SoftwareTokenMFANotFoundException', 'Software Token MFA is not enabled for the user pool.')
}
