import { Problem } from '#shared/problems.ts'
import { asName } from '#shared/rules/names.ts'

/** A person as the user pool knows them. `email` is only set once verified. */
export type Account = { email: string | undefined; firstName: string; lastName: string; secondFactor: boolean }

/** The user pool's errors for a token that is no longer valid: its session was ended, or its account is locked or gone. */
const refusals = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
])

/**
 * The scope of a refusal: only this session was ended; or the account is locked, gone, or needs a new password, and none of its
 * sessions count. A token that has merely expired implies neither.
 */
export type Refusal = { refused: 'token' | 'session' | 'account' }

/** Asks the user pool with the user's own access token. Throws `busy` if it does not answer. */
export async function accountOf(bearer: string): Promise<Account | Refusal> {
  try {
    // Its client is half as large as the table's, and only needed after a sign-in.
    const { userOf } = await import('./userPool.ts')
    const { UserAttributes = [], UserMFASettingList = [] } = await userOf(bearer)
    const known = Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]))
    return {
      email: known['email_verified'] === 'true' ? known['email'] : undefined,
      firstName: asName(known['given_name'] ?? ''),
      lastName: asName(known['family_name'] ?? ''),
      secondFactor: UserMFASettingList.includes('SOFTWARE_TOKEN_MFA'),
    }
  } catch (error) {
    const { name, message } = error as Error
    if (!refusals.has(name)) throw new Problem('busy')
    if (name !== 'NotAuthorizedException' || /disabled/i.test(message)) return { refused: 'account' }
    return { refused: /revoked/i.test(message) ? 'session' : 'token' }
  }
}
