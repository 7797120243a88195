import { AdminUserGlobalSignOutCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'

const cognito = new CognitoIdentityProviderClient({ maxAttempts: 1 })
/** In milliseconds. The calling function has five seconds, and does more than this call. */
const timeout = 2500

/**
 * Ends every sign-in of an account at the user pool. Ending our own session does not revoke the pool's refresh tokens, which
 * survive a password change: with one of them, the e-mail address or second factor could still be changed.
 */
export async function poolSignOut(Username: string, UserPoolId = process.env['USER_POOL_ID']): Promise<void> {
  try {
    const abortSignal = AbortSignal.timeout(timeout)
    await cognito.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username }), { abortSignal })
  } catch (error) {
    // No account, no sign-ins.
    if ((error as Error).name !== 'UserNotFoundException') throw error
  }
}
