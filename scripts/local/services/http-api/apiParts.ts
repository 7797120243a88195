import { describeResource, rejectUnknownProperties } from '../../resourceProperties.ts'
import { StartError } from '../../startError.ts'
import type { Assembly, Resource } from '../../types.ts'
import { requirePermission } from '../lambda/permission.ts'

type PartName = 'Authorizer' | 'Integration' | 'Route' | 'RouteResponse' | 'Stage'

/** A route of the template, and the function behind it. */
export type ApiRoute = {
  routeKey: string
  lambda: Resource
  /** The integration's timeout in milliseconds. */
  timeout: number
  authorization: string
  authorizer: Resource | undefined
  properties: Record<string, unknown>
}

type ApiParts = { routes: ApiRoute[]; stage: string }

type RouteProperties = { RouteKey: string; Target?: string; AuthorizationType?: string; AuthorizerId?: string }
type IntegrationProperties = {
  IntegrationType: string
  IntegrationUri: string
  PayloadFormatVersion?: string
  TimeoutInMillis?: number
}

// Properties that every API may have: throttling and logging have no local effect.
const api = ['Description', 'Name', 'ProtocolType', 'Tags']
const common: Record<PartName, string[]> = {
  Authorizer: ['ApiId', 'AuthorizerType', 'IdentitySource', 'Name'],
  Integration: ['ApiId', 'Description', 'IntegrationType', 'IntegrationUri', 'PayloadFormatVersion', 'TimeoutInMillis'],
  Route: ['ApiId', 'AuthorizationType', 'AuthorizerId', 'RouteKey', 'Target'],
  RouteResponse: ['ApiId', 'RouteId', 'RouteResponseKey'],
  Stage: [
    ...['AccessLogSettings', 'ApiId', 'AutoDeploy', 'DefaultRouteSettings', 'Description', 'RouteSettings'],
    ...['StageName', 'Tags'],
  ],
}

type Kind = {
  /** Properties that this kind of API may have in addition. */
  knownProperties: Partial<Record<PartName | 'Api', string[]>>
  payload: string | undefined
  /** The default timeout of an integration in milliseconds. */
  timeout: number
}

/** The routes and the stage of an API. Throws a StartError for unsupported properties, or for what AWS would not call. */
export function readApi(assembly: Assembly, resource: Resource, { knownProperties, payload, timeout }: Kind): ApiParts {
  const apiId = assembly.physicalId(resource)
  rejectUnknownProperties(resource.properties, [...api, ...(knownProperties.Api ?? [])], describeResource(resource))
  const parts = (name: PartName): Resource[] => {
    const partsOfType = assembly
      .ofType(`AWS::ApiGatewayV2::${name}`)
      .filter(({ stack, properties }) => assembly.resolve(stack, properties.ApiId) === apiId)
    for (const part of partsOfType)
      rejectUnknownProperties(
        part.properties,
        [...common[name], ...(knownProperties[name] ?? [])],
        describeResource(part),
      )
    return partsOfType
  }
  const byId = (name: PartName) => new Map(parts(name).map((part) => [assembly.physicalId(part), part]))
  const [integrations, authorizers] = [byId('Integration'), byId('Authorizer')]
  const [stage, second] = parts('Stage').map(({ properties }) => String(properties.StageName))
  if (!stage || second) throw new StartError(`${describeResource(resource)} has not exactly one stage.`)

  const routes = parts('Route').map((route) => {
    const properties = assembly.resolve<RouteProperties>(route.stack, route.properties)
    const { RouteKey, Target = '', AuthorizationType = 'NONE', AuthorizerId = '' } = properties
    const integration = integrations.get(Target.replace('integrations/', ''))
    if (!integration) throw new StartError(`The route ${RouteKey} has no integration of its API.`)
    const calls = assembly.resolve<IntegrationProperties>(integration.stack, integration.properties)
    const lambda = functionAt(assembly, calls.IntegrationUri)
    if (calls.IntegrationType !== 'AWS_PROXY' || calls.PayloadFormatVersion !== payload || !lambda) {
      const format = payload ? ` with payload format ${payload}` : ''
      throw new StartError(`The integration ${integration.logicalId} does not call a function${format}.`)
    }
    requirePermission(assembly, lambda, 'apigateway.amazonaws.com')
    return {
      routeKey: RouteKey,
      lambda,
      timeout: calls.TimeoutInMillis ?? timeout,
      authorization: AuthorizationType,
      authorizer: authorizers.get(AuthorizerId),
      properties,
    }
  })
  return { routes, stage }
}

/** The function behind an invocation URI of API Gateway. */
export function functionAt(assembly: Assembly, uri: string): Resource | undefined {
  const lambda = assembly.byArn(/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? uri)
  return lambda?.type === 'AWS::Lambda::Function' ? lambda : undefined
}
