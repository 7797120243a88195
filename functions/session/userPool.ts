import {
  CognitoIdentityProviderClient,
  GetUserCommand,
  GlobalSignOutCommand,
  ListWebAuthnCredentialsCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { maxPasskeys } from '#shared/rules/passkeys.ts'

/** Short timeouts, so that the caller gets an answer before API Gateway times out; the next start tries again. */
const cognito = new CognitoIdentityProviderClient({
  maxAttempts: 2,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
})

export const userOf = (bearer: string) => cognito.send(new GetUserCommand({ AccessToken: bearer }))

/** All passkeys of the token's user, in one page. */
export const passkeysOf = (bearer: string) =>
  cognito.send(new ListWebAuthnCredentialsCommand({ AccessToken: bearer, MaxResults: maxPasskeys }))

/** Ends every session of the token's user at the user pool, including this one. */
export async function signOutOf(bearer: string): Promise<void> {
  await cognito.send(new GlobalSignOutCommand({ AccessToken: bearer }))
}
