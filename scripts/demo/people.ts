import {
  AdminAddUserToGroupCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
  ConfirmSignUpCommand,
  SignUpCommand,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { type Account, demoPassword } from './accounts.ts'

export type Pool = {
  userPoolId: string
  userPoolClientId: string
  config: CognitoIdentityProviderClientConfig
  /** The text of the newest mail to an address. */
  newestMail(to: string): Promise<string>
}

/**
 * Signs an account up and confirms it with the mailed code, as a person would; returns its user id, also for an
 * existing one.
 */
export async function createAccount(pool: Pool, { email, firstName, lastName, group }: Account): Promise<string> {
  const client = new CognitoIdentityProviderClient(pool.config)
  const user = { UserPoolId: pool.userPoolId, Username: email }
  try {
    await client.send(
      new SignUpCommand({
        ClientId: pool.userPoolClientId,
        Username: email,
        Password: demoPassword,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'given_name', Value: firstName },
          { Name: 'family_name', Value: lastName },
        ],
      }),
    )
  } catch (error) {
    if (!(error instanceof UsernameExistsException)) throw error
  }
  const account = await client.send(new AdminGetUserCommand(user))
  if (account.UserStatus === 'UNCONFIRMED') {
    const [code] = /\b\d{6}\b/.exec(await pool.newestMail(email)) ?? []
    await client.send(
      new ConfirmSignUpCommand({ ClientId: pool.userPoolClientId, Username: email, ConfirmationCode: code }),
    )
  }
  if (group) await client.send(new AdminAddUserToGroupCommand({ ...user, GroupName: group }))
  const sub = account.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value
  if (!sub) throw new Error(`The account ${email} has no user id.`)
  return sub
}
