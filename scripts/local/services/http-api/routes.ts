import { called, onlyKnown } from '../../onlyKnown.ts'
import type { Assembly, Resource } from '../../types.ts'
import { requirePermission } from '../lambda/permission.ts'
import { StartError } from '../../startError.ts'

export type Route = {
  /** API Gateway's name of the route, e.g. `GET /api/v1/today` or `$default`. */
  routeKey: string
  method: string
  segments: string[]
  lambda: Resource
  /** Milliseconds the integration may take. */
  timeout: number
  /** The JWT authorizer, unless the route is open to everyone. */
  authorizer?: Resource
  scopes: string[]
}

/** Reads the routes of an HTTP API, most specific first. Throws on what the local API cannot do. */
export function readRoutes(assembly: Assembly, api: Resource): Route[] {
  const apiId = assembly.physicalId(api)
  refuseUnknown(assembly, api)
  const ofApi = (type: string) =>
    assembly.ofType(type).filter((resource) => assembly.resolve(resource.stack, resource.properties.ApiId) === apiId)
  const integrations = new Map(ofApi('AWS::ApiGatewayV2::Integration').map((one) => [assembly.physicalId(one), one]))
  const authorizers = new Map(ofApi('AWS::ApiGatewayV2::Authorizer').map((one) => [assembly.physicalId(one), one]))

  return ofApi('AWS::ApiGatewayV2::Route')
    .map((resource) => {
      const properties = assembly.resolve<RouteProperties>(resource.stack, resource.properties)
      const { RouteKey, Target = '', AuthorizationType = 'NONE', AuthorizerId = '' } = properties
      const integration = integrations.get(Target.replace('integrations/', ''))
      if (!integration) throw new StartError(`The route ${RouteKey} has no integration of its API.`)
      const authorizer = AuthorizationType === 'JWT' ? authorizers.get(AuthorizerId) : undefined
      if (AuthorizationType !== 'NONE' && !authorizer) {
        throw new StartError(
          `The route ${RouteKey} is guarded by ${AuthorizationType}; the local API knows JWT authorizers only.`,
        )
      }
      return {
        ...parseRouteKey(RouteKey),
        ...readIntegration(assembly, integration),
        ...(authorizer && { authorizer }),
        scopes: properties.AuthorizationScopes ?? [],
      }
    })
    .toSorted(bySpecificity)
}

const KNOWN: Record<string, string[]> = {
  'AWS::ApiGatewayV2::Api': ['CorsConfiguration', 'Description', 'Name', 'ProtocolType', 'Tags'],
  'AWS::ApiGatewayV2::Authorizer': ['ApiId', 'AuthorizerType', 'IdentitySource', 'JwtConfiguration', 'Name'],
  'AWS::ApiGatewayV2::Integration': [
    'ApiId',
    'Description',
    'IntegrationType',
    'IntegrationUri',
    'PayloadFormatVersion',
    'TimeoutInMillis',
  ],
  'AWS::ApiGatewayV2::Route': [
    'ApiId',
    'AuthorizationScopes',
    'AuthorizationType',
    'AuthorizerId',
    'RouteKey',
    'Target',
  ],
  // Nobody is throttled or logged here.
  'AWS::ApiGatewayV2::Stage': [
    'AccessLogSettings',
    'ApiId',
    'AutoDeploy',
    'DefaultRouteSettings',
    'Description',
    'RouteSettings',
    'StageName',
    'Tags',
  ],
}

function refuseUnknown(assembly: Assembly, api: Resource): void {
  for (const [type, known] of Object.entries(KNOWN)) {
    for (const resource of assembly.ofType(type)) onlyKnown(resource.properties, known, called(resource))
  }
  if (api.properties.ProtocolType !== 'HTTP') throw new StartError(`${called(api)} is no HTTP API.`)
  for (const stage of assembly.ofType('AWS::ApiGatewayV2::Stage')) {
    if (stage.properties.StageName !== '$default') throw new StartError(`${called(stage)} is not the stage $default.`)
  }
}

type RouteProperties = {
  RouteKey: string
  Target?: string
  AuthorizationType?: string
  AuthorizerId?: string
  AuthorizationScopes?: string[]
}

function parseRouteKey(routeKey: string): Pick<Route, 'routeKey' | 'method' | 'segments'> {
  if (routeKey === '$default') return { routeKey, method: 'ANY', segments: ['{proxy+}'] }
  const [method = '', path = ''] = routeKey.split(' ')
  return { routeKey, method, segments: path.split('/').slice(1) }
}

function readIntegration(assembly: Assembly, integration: Resource): Pick<Route, 'lambda' | 'timeout'> {
  const {
    IntegrationType,
    IntegrationUri,
    PayloadFormatVersion,
    TimeoutInMillis = 30_000,
  } = assembly.resolve<{
    IntegrationType: string
    IntegrationUri: string
    PayloadFormatVersion?: string
    TimeoutInMillis?: number
  }>(integration.stack, integration.properties)
  const arn = /functions\/(.+)\/invocations$/.exec(IntegrationUri)?.[1] ?? IntegrationUri
  const lambda = assembly.byArn(arn)
  if (IntegrationType !== 'AWS_PROXY' || PayloadFormatVersion !== '2.0' || lambda?.type !== 'AWS::Lambda::Function') {
    throw new StartError(`The integration ${integration.logicalId} does not call a function with payload format 2.0.`)
  }
  requirePermission(assembly, lambda, 'apigateway.amazonaws.com')
  return { lambda, timeout: TimeoutInMillis }
}

// $default last, then segment by segment: a literal before a parameter before a greedy one; a method before ANY.
function bySpecificity(a: Route, b: Route): number {
  const rank = (segment: string | undefined) =>
    segment === undefined ? 3 : segment.endsWith('+}') ? 2 : segment.startsWith('{') ? 1 : 0
  const last = Number(a.routeKey === '$default') - Number(b.routeKey === '$default')
  if (last !== 0) return last
  for (let index = 0; index < Math.max(a.segments.length, b.segments.length); index++) {
    const order = rank(a.segments[index]) - rank(b.segments[index])
    if (order !== 0) return order
  }
  return Number(a.method === 'ANY') - Number(b.method === 'ANY')
}

/** The route of a request and its path parameters. `path` is decoded, as API Gateway decodes it before it looks. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; pathParameters: Record<string, string> } | undefined {
  const segments = path.split('/').slice(1)
  for (const route of routes) {
    if (route.method !== 'ANY' && route.method !== method) continue
    if (route.routeKey === '$default') return { route, pathParameters: {} }
    const pathParameters = match(route.segments, segments)
    if (pathParameters) return { route, pathParameters }
  }
  return undefined
}

function match(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index]
    if (segment === undefined) return undefined
    if (part.endsWith('+}')) {
      parameters[part.slice(1, -2)] = segments.slice(index).join('/')
      return parameters
    }
    if (!part.startsWith('{')) {
      if (part !== segment) return undefined
    } else if (segment === '') return undefined
    else parameters[part.slice(1, -1)] = segment
  }
  return segments.length === pattern.length ? parameters : undefined
}
