import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  GlobalSignOutCommand,
  ListWebAuthnCredentialsCommand,
} from '@aws-sdk/client-cognito-identity-provider'

/** A user is waiting, and the next start retries: better a quick failure than an answer after the gateway has timed out. */
const cognito = new CognitoIdentityProviderClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
})

export const userOf = (bearer: string) => cognito.send(new GetUserCommand({ AccessToken: bearer }))

/** The passkeys of the token's owner: the user pool allows twenty at most. */
export const passkeysOf = (bearer: string) =>
  cognito.send(new ListWebAuthnCredentialsCommand({ AccessToken: bearer, MaxResults: 20 }))

/** Ends all sign-ins of the token's owner, including this one. */
export async function signOutOf(bearer: string): Promise<void> {
  await cognito.send(new GlobalSignOutCommand({ AccessToken: bearer }))
}
