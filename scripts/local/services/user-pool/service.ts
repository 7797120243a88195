import { alphabets, name, regional, stableId, stableIdOf, type Text } from '../../assembly/resourceType.ts'
import { type JsonBody, type Need, type Place, textOf } from '../../gate/needs.ts'
import type { Service } from '../service.ts'

const provider: Text = ({ region, name }) => `cognito-idp.${region}.amazonaws.com/${name}`

/** User pools: accounts, sign-in, tokens. */
export const userPool: Service = {
  types: {
    'AWS::Cognito::UserPool': {
      defaultName: (pool, { region }) => `${region}_${stableId(pool, 9, alphabets.both)}`,
      arn: regional('cognito-idp', 'userpool/'),
      attributes: { ProviderName: provider, ProviderURL: (named) => `https://${provider(named)}`, UserPoolId: name },
    },
    'AWS::Cognito::UserPoolClient': { defaultName: stableIdOf(26), attributes: { ClientId: name } },
    'AWS::Cognito::UserPoolGroup': { nameProperty: 'GroupName' },
  },
  dataFiles: ['user-pools'],
  api: (assembly) => ({
    owns: ({ target }) => target === 'AWSCognitoIdentityProviderService',
    protocol: () => 'json',
    async needs(call) {
      const needs = cognitoNeeds(call.operation, await call.json(), assembly)
      return { needs, open: needs.length === 0 }
    },
  }),
  start: async (context) => (await import('./start.ts')).start(context),
}

/**
 * The permissions of a user pool operation. Those that an app client calls for its user (with a client id or the user's
 * own token instead of a pool's id) need none.
 */
export function cognitoNeeds(operation: string, body: JsonBody, { region, account }: Place): Need[] {
  const action = `cognito-idp:${operation}`
  if (body.UserPoolId) {
    return [{ action, resource: `arn:aws:cognito-idp:${region}:${account}:userpool/${textOf(body.UserPoolId)}` }]
  }
  const ofUser = ['ClientId', 'AccessToken', 'Token', 'Session'].some((key) => key in body)
  return ofUser ? [] : [{ action, resource: '*' }]
}
