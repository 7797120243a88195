import { Problem } from '#shared/problems.ts'
import { asName } from '#shared/rules/names.ts'

/** A person as the user pool knows them. `email` is there only once it is verified. */
export type Account = { email: string | undefined; firstName: string; lastName: string; secondFactor: boolean }

/** What the user pool says of a token that is worth nothing any more: its session was ended, or its account is locked or gone. */
const refusals = new Set([
  'NotAuthorizedException',
  'UserNotFoundException',
  'UserNotConfirmedException',
  'PasswordResetRequiredException',
])

/**
 * How far a refusal reaches: this session alone was ended; or the account is locked, gone, or needs a new password, and none
 * of its sessions counts. A token that has merely come to its end says nothing of either.
 */
export type Refusal = { refused: 'token' | 'session' | 'account' }

/** Asks the user pool by the person's own access token. Throws `busy` when it has no answer. */
export async function accountOf(bearer: string): Promise<Account | Refusal> {
  try {
    // Its client is half as large as the table's, and asked when somebody has signed in.
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
