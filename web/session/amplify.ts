import { Amplify } from 'aws-amplify'
import { ConsoleLogger } from 'aws-amplify/utils'
import { passwordLength } from '#shared/rules/passwords.ts'
import { loadConfig } from './config.ts'

/** Tells the sign-in library where the user pool is. Loaded only where somebody signs in. */
export const configure = async (): Promise<void> => Amplify.configure(await resources())

/** Where the user pool is, and what it asks for, as the library takes it. */
export async function resources() {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = await loadConfig()
  // It warns of an endpoint that is not AWS's, which is what config.json means to say.
  if (userPoolEndpoint) ConsoleLogger.LOG_LEVEL = 'ERROR'
  return {
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        ...(userPoolEndpoint && { userPoolEndpoint: new URL(userPoolEndpoint, location.origin).href }),
        loginWith: { email: true },
        userAttributes: { email: { required: true }, given_name: { required: true }, family_name: { required: true } },
        passwordFormat: { minLength: passwordLength.least },
      },
    },
  }
}
