import { Amplify } from 'aws-amplify'
import { fetchAuthSession, signOut } from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import { loadConfig } from './config.ts'

/** Tells the sign-in library where the user pool is. Everything in this file is loaded only when it is needed. */
export async function configure(): Promise<void> {
  const { userPoolId, userPoolClientId, userPoolEndpoint } = await loadConfig()
  // It warns of an endpoint that is not AWS's, which is what config.json means to say.
  if (userPoolEndpoint) ConsoleLogger.LOG_LEVEL = 'ERROR'
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        ...(userPoolEndpoint && { userPoolEndpoint: new URL(userPoolEndpoint, location.origin).href }),
        loginWith: { email: true },
        userAttributes: { email: { required: true }, given_name: { required: true }, family_name: { required: true } },
        passwordFormat: { minLength: 12, requireLowercase: true, requireUppercase: true, requireNumbers: true },
      },
    },
  })
}

/** A fresh access token; undefined when the session has ended or was revoked. Rejects without a connection. */
export async function renew(): Promise<string | undefined> {
  await configure()
  const { tokens } = await fetchAuthSession({ forceRefresh: true })
  return tokens?.accessToken.toString()
}

/** Ends the session at the user pool too, so that its refresh token is worth nothing any more. */
export async function endSession(): Promise<void> {
  await configure()
  await signOut()
}
