import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { confirmSignUp, fetchAuthSession, signIn, signUp } from 'aws-amplify/auth'
import { forgetPerson } from '#scripts/demo/signIn.ts'
import { mailTo } from './pages.ts'
import { config, origin } from './people.ts'

/** The password of all accounts made here. */
export const password = 'Cold-fingers-7'

/** A client with administrative access to the user pool. */
async function administration() {
  const { userPoolId: UserPoolId } = await config()
  const credentials = { accessKeyId: 'LOCALadmin', secretAccessKey: 'x' }
  const client = new CognitoIdentityProviderClient({
    region: 'us-east-1',
    endpoint: `${origin}/_local/cognito/`,
    credentials,
  })
  return { client, UserPoolId }
}

/** Ends all of an account's sessions at the user pool. */
export async function signOutEverywhere(Username: string): Promise<void> {
  const { client, UserPoolId } = await administration()
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username }))
}

/** Creates an account for one test. Returns what can be done to it. */
export async function createUser() {
  const { client, UserPoolId } = await administration()
  const Username = `somebody-${crypto.randomUUID().slice(0, 8)}@demo.touchline.test`
  const user = { UserPoolId, Username }
  const UserAttributes = [
    { Name: 'email', Value: Username },
    { Name: 'email_verified', Value: 'true' },
    { Name: 'given_name', Value: 'Roshon' },
    { Name: 'family_name', Value: 'van Eijma' },
  ]
  await client.send(new AdminCreateUserCommand({ ...user, UserAttributes, MessageAction: 'SUPPRESS' }))
  await client.send(new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: true }))
  return {
    email: Username,
    token: () => tokenOf(Username),
    disable: () => client.send(new AdminDisableUserCommand(user)),
    signOutEverywhere: () => signOutEverywhere(Username),
  }
}

/** Signs in, and returns the access token. */
async function tokenOf(username: string): Promise<string> {
  await forgetPerson(origin)
  await signIn({ username, password })
  return String((await fetchAuthSession()).tokens?.accessToken)
}

/** Signs a new account up, so that it has a profile. Returns its address and access token. */
export async function signUpUser(): Promise<{ email: string; token: string }> {
  const email = `new-${crypto.randomUUID().slice(0, 8)}@demo.touchline.test`
  await forgetPerson(origin)
  const userAttributes = { email, given_name: 'Roshon', family_name: 'van Eijma' }
  await signUp({ username: email, password, options: { userAttributes } })
  await confirmSignUp({ username: email, confirmationCode: await mailTo(email, /strong>(\d{6})</) })
  return { email, token: await tokenOf(email) }
}
