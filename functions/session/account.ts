import { CognitoIdentityProviderClient, GetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { Problem } from '#shared/problems.ts'
import { asName } from '#shared/rules/names.ts'

/** A person as the user pool knows them. `email` is there only once it is verified. */
export type Account = { email: string | undefined; firstName: string; lastName: string }

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

/** Asks the user pool by the person's own access token. Throws `not_signed_in` for one that is worth nothing, else `busy`. */
export async function accountOf(bearer: string): Promise<Account> {
  try {
    const { UserAttributes = [] } = await cognito.send(new GetUserCommand({ AccessToken: bearer }))
    const known = Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))
    return {
      email: known['email_verified'] === 'true' ? known['email'] : undefined,
      firstName: asName(known['given_name'] ?? ''),
      lastName: asName(known['family_name'] ?? ''),
    }
  } catch (error) {
    throw new Problem(refusals.has((error as Error).name) ? 'not_signed_in' : 'busy')
  }
}
