import { AdminUserGlobalSignOutCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'

const cognito = new CognitoIdentityProviderClient({ maxAttempts: 1 })
/** What waits for it has five seconds, and does more than this. */
const patience = 2500

/**
 * Ends each sign-in of an account at the user pool. That an access token counts no more with us says nothing to the pool: a refresh
 * token outlives a new password there, and what it gives would change the address or the second factor.
 */
export async function poolSignOut(Username: string, UserPoolId = process.env['USER_POOL_ID']): Promise<void> {
  try {
    const abortSignal = AbortSignal.timeout(patience)
    await cognito.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username }), { abortSignal })
  } catch (error) {
    // Who has no account has no sign-in.
    if ((error as Error).name !== 'UserNotFoundException') throw error
  }
}
