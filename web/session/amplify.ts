import { Amplify } from 'aws-amplify'
import { ConsoleLogger } from 'aws-amplify/utils'
import { passwordLength } from '#shared/rules/passwords.ts'
import { loadConfig } from './config.ts'

/** Configures the sign-in library. Loaded only where someone signs in. */
export const configure = async (): Promise<void> => Amplify.configure(await resources())

/** The user pool's configuration in the library's format. */
export async function resources() {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = await loadConfig()
  // It warns about endpoints other than AWS's, which config.json sets on purpose.
  if (userPoolEndpoint) ConsoleLogger.LOG_LEVEL = 'ERROR'
  return {
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        ...(userPoolEndpoint && { userPoolEndpoint: new URL(userPoolEndpoint, location.origin).href }),
        loginWith: { email: true },
        userAttributes: { email: { required: true }, given_name: { required: true }, family_name: { required: true } },
        passwordFormat: { minLength: passwordLength.min },
      },
    },
  }
}
