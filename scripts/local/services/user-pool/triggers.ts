import { CognitoError } from './errors.ts'
import type { Pool, Service } from './context.ts'
import type { User } from './store.ts'

/** What the caller of an operation may pass to the functions behind it. */
export type ClientMetadata = Record<string, string> | undefined

/**
 * Invokes the pool's PostConfirmation function, if it has one. By then the user is confirmed and stays so: when the
 * function fails, the caller gets UserLambdaValidationException but cannot confirm a second time, as on AWS.
 * @param clientId undefined when an administrator confirmed
 */
export async function afterConfirmation(
  service: Service,
  pool: Pool,
  user: User,
  source: 'ConfirmSignUp' | 'ConfirmForgotPassword',
  clientId: string | undefined,
  metadata: ClientMetadata,
): Promise<void> {
  const lambda = pool.triggers.PostConfirmation
  if (!lambda) return
  const event = {
    version: '1',
    region: pool.id.split('_')[0],
    userPoolId: pool.id,
    userName: user.sub,
    callerContext: {
      awsSdkVersion: 'aws-sdk-unknown-unknown',
      clientId: clientId ?? 'CLIENT_ID_NOT_APPLICABLE',
    },
    triggerSource: `PostConfirmation_${source}`,
    request: {
      userAttributes: { sub: user.sub, ...user.attributes, 'cognito:user_status': user.status },
      ...(metadata ? { clientMetadata: metadata } : {}),
    },
    response: {},
  }
  const answer = await service.invoke(lambda, event).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    throw new CognitoError('UserLambdaValidationException', `PostConfirmation failed with error ${message}.`)
  })
  // A function that does not return its event breaks sign-up on AWS, so it must do so here.
  if (typeof answer !== 'object' || answer === null || !('response' in answer)) {
    throw new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output')
  }
}
