import { Problem } from '#shared/problems.ts'
import { toName } from '#shared/rules/nameInput.ts'

/** The user's attributes in the user pool; `email` only once it is verified. */
export type Account = { email: string | undefined; firstName: string; lastName: string; secondFactor: boolean }

/** The user pool's errors for a token that is no longer valid: its session was ended, or its account is locked or gone. */
const refusals = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
])

/**
 * What is no longer valid: the access token alone, which has expired; this session, which was ended; or every session of the account, which
 * is disabled, deleted or needs a new password.
 */
export type Refusal = { refused: 'token' | 'session' | 'account' }

/** Reads the account from the user pool with the user's access token. Throws `busy` when the user pool does not answer. */
export async function accountOf(bearer: string): Promise<Account | Refusal> {
  try {
    // Its client is half as large as the table's, and only needed after a sign-in.
    const { userOf } = await import('./userPool.ts')
    const { UserAttributes = [], UserMFASettingList = [] } = await userOf(bearer)
    const attributes = Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))
    return {
      email: attributes['email_verified'] === 'true' ? attributes['email'] : undefined,
      firstName: toName(attributes['given_name'] ?? ''),
      lastName: toName(attributes['family_name'] ?? ''),
      secondFactor: UserMFASettingList.includes('SOFTWARE_TOKEN_MFA'),
    }
  } catch (error) {
    const { name, message } = error as Error
    if (!refusals.has(name)) throw new Problem('busy')
    if (name !== 'NotAuthorizedException' || /disabled/i.test(message)) return { refused: 'account' }
    return { refused: /revoked/i.test(message) ? 'session' : 'token' }
  }
}
