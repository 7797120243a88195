import { CognitoIdentityProviderClient, GetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import type { session } from '#shared/api/session.ts'
import { Problem } from '#shared/problems.ts'
import type { CallOf } from '../serve.ts'

/** A person waits, and the next start asks again: better no answer soon than one after the gateway has given up. */
const cognito = new CognitoIdentityProviderClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
})

/** What the user pool says of a token that is worth nothing any more: its session was ended, or its account is locked or gone. */
const refusals = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
])

/**
 * Asks the user pool itself whether the caller's token still counts. The gateway only looks at its signature and its end,
 * so until then it lets disabled, deleted and signed-out people pass. No answer of the user pool is no answer of ours.
 */
export async function readToken({ userId, token }: CallOf<typeof session, 'GET /rest-api/users/token'>) {
  try {
    await cognito.send(new GetUserCommand({ AccessToken: token.bearer }))
  } catch (error) {
    throw new Problem(refusals.has((error as Error).name) ? 'not_signed_in' : 'busy')
  }
  return { userId, valid: true as const }
}
