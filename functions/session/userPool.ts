import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  GlobalSignOutCommand,
  ListWebAuthnCredentialsCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { mostPasskeys } from '#shared/rules/passkeys.ts'

/** A person waits, and the next start asks again: better no answer soon than one after the gateway has given up. */
const cognito = new CognitoIdentityProviderClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
})

export const userOf = (bearer: string) => cognito.send(new GetUserCommand({ AccessToken: bearer }))

/** The passkeys of the token's owner, all of them. */
export const passkeysOf = (bearer: string) =>
  cognito.send(new ListWebAuthnCredentialsCommand({ AccessToken: bearer, MaxResults: mostPasskeys }))

/** Ends each sign-in of the token's owner, this one too. */
export async function signOutOf(bearer: string): Promise<void> {
  await cognito.send(new GlobalSignOutCommand({ AccessToken: bearer }))
}
