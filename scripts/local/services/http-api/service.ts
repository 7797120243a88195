import { name, type NamedResource, stableIdOf, type Text } from '../../assembly/resourceType.ts'
import type { Service } from '../service.ts'

const host: Text = ({ name, region }) => `${name}.execute-api.${region}.amazonaws.com`
const isSocket = ({ property }: NamedResource): boolean => property('ProtocolType') === 'WEBSOCKET'

/** HTTP APIs: routes, their authorizers, and the functions behind them. */
export const httpApis: Service = {
  types: {
    'AWS::ApiGatewayV2::Api': {
      defaultName: stableIdOf(10),
      attributes: {
        ApiEndpoint: (named) => `${isSocket(named) ? 'wss' : 'https'}://${host(named)}`,
        ApiId: name,
      },
      addresses(named) {
        const { origin, gate = origin } = named.endpoints
        if (!isSocket(named)) return { [`https://${host(named)}`]: origin }
        return {
          [`wss://${host(named)}`]: `${origin.replace('http', 'ws')}/_local/socket/${named.name}`,
          // The address that the SDK uses to manage connections.
          [`https://${host(named)}`]: `${gate}/_socket/${named.name}`,
        }
      },
    },
    'AWS::ApiGatewayV2::Authorizer': { defaultName: stableIdOf(6), attributes: { AuthorizerId: name } },
    'AWS::ApiGatewayV2::Integration': { defaultName: stableIdOf(7), attributes: { IntegrationId: name } },
    'AWS::ApiGatewayV2::Route': { defaultName: stableIdOf(7), attributes: { RouteId: name } },
    'AWS::ApiGatewayV2::Stage': { nameProperty: 'StageName' },
  },
  start: async (context) => (await import('./start.ts')).start(context),
}
