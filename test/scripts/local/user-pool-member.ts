import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { type Club, clientId, clientProperties, names, password, poolId } from './user-pool-club.ts'

/** Adds a member with a verified address, as the seeder does; returns their sub. */
export async function addMember(club: Club, email: string, { temporary = false } = {}): Promise<string> {
  const { User } = await club.cognito.send(
    new AdminCreateUserCommand({
      UserPoolId: poolId,
      Username: email,
      UserAttributes: [...names, { Name: 'email_verified', Value: 'true' }],
      TemporaryPassword: password,
      MessageAction: 'SUPPRESS',
    }),
  )
  if (!temporary) {
    await club.cognito.send(
      new AdminSetUserPasswordCommand({ UserPoolId: poolId, Username: email, Password: password, Permanent: true }),
    )
  }
  return User?.Username ?? ''
}

export type Tokens = { AccessToken: string; IdToken: string; RefreshToken: string }

/** Signs in with a password, which the client must allow, as with the properties in `sendsPasswords`. */
export async function signedIn(club: Club, email: string, PASSWORD = password): Promise<Tokens> {
  const { AuthenticationResult } = await club.cognito.send(
    new InitiateAuthCommand({
      ClientId: clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD },
    }),
  )
  const { AccessToken = '', IdToken = '', RefreshToken = '' } = AuthenticationResult ?? {}
  return { AccessToken, IdToken, RefreshToken }
}

/** The product's client, except that it allows plain passwords, so that tests can skip the SRP handshake. */
export const sendsPasswords = [
  {
    id: clientId,
    poolId,
    properties: {
      ...clientProperties,
      ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    },
  },
]
