import {
  AdminAddUserToGroupCommand,
  AdminConfirmSignUpCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
  SignUpCommand,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { type Account, demoPassword } from './accounts.ts'

export type Pool = { userPoolId: string; userPoolClientId: string; config: CognitoIdentityProviderClientConfig }

/** Signs an account up as a person would, confirms it as an operator may, and gives its user id. Finds one that is there. */
export async function account(pool: Pool, { email, firstName, lastName, group }: Account): Promise<string> {
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
  const found = await client.send(new AdminGetUserCommand(user))
  if (found.UserStatus === 'UNCONFIRMED') await client.send(new AdminConfirmSignUpCommand(user))
  if (group) await client.send(new AdminAddUserToGroupCommand({ ...user, GroupName: group }))
  const sub = found.UserAttributes?.find(({ Name }) => Name === 'sub')?.Value
  if (!sub) throw new Error(`The account ${email} has no user id.`)
  return sub
}
