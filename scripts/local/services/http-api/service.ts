import { drawn, name, type Text } from '../../assembly/resourceType.ts'
import type { Service } from '../service.ts'

const endpoint: Text = ({ name, region }) => `https://${name}.execute-api.${region}.amazonaws.com`

/** HTTP APIs: routes, their authorizers, and the functions behind them. */
export const httpApis: Service = {
  types: {
    'AWS::ApiGatewayV2::Api': {
      drawn: drawn(10),
      attributes: { ApiEndpoint: endpoint, ApiId: name },
      addresses: (named) => ({ [endpoint(named)]: named.endpoints.origin }),
    },
    'AWS::ApiGatewayV2::Authorizer': { drawn: drawn(6), attributes: { AuthorizerId: name } },
    'AWS::ApiGatewayV2::Integration': { drawn: drawn(7), attributes: { IntegrationId: name } },
    'AWS::ApiGatewayV2::Route': { drawn: drawn(7), attributes: { RouteId: name } },
    'AWS::ApiGatewayV2::Stage': { named: 'StageName' },
  },
  start: async (house) => (await import('./start.ts')).start(house),
}
