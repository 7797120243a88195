import type { Assembly } from '../../types.ts'
import type { Service } from '../service.ts'
import { parseConnectionPath } from './connectionPath.ts'

/** WebSocket APIs: connections, the routes of their messages, and the management API for the SDK. */
export const webSocketApis: Service = {
  types: { 'AWS::ApiGatewayV2::RouteResponse': {} },
  api(assembly) {
    const { region, account } = assembly
    const onlyStageOf = onlyStage(assembly)
    return {
      owns: ({ target, path }) => !target && parseConnectionPath(path) !== undefined,
      protocol: () => 'rest-json',
      async needs({ method, path }) {
        const { stage = onlyStageOf, connectionId = '' } = parseConnectionPath(path) ?? {}
        const resource = `arn:aws:execute-api:${region}:${account}:${stage}/${method}/@connections/${connectionId}`
        return { needs: [{ action: 'execute-api:ManageConnections', resource }] }
      },
    }
  },
  start: async (context) => (await import('./start.ts')).start(context),
}

/** `<api>/<stage>` of the app's only WebSocket API. */
function onlyStage(assembly: Assembly): string {
  const ids = assembly
    .ofType('AWS::ApiGatewayV2::Api')
    .filter(({ properties }) => properties.ProtocolType === 'WEBSOCKET')
    .map((api) => assembly.physicalId(api))
  const stage = assembly
    .ofType('AWS::ApiGatewayV2::Stage')
    .find(({ stack, properties }) => ids.includes(assembly.resolve(stack, properties.ApiId)))
  return `${ids[0]}/${String(stage?.properties.StageName)}`
}
