import { describeResource } from '../../resourceProperties.ts'
import { StartError } from '../../startError.ts'
import type { Assembly, Resource } from '../../types.ts'
import { readApi } from './apiParts.ts'

export type Route = {
  /** API Gateway's route key, e.g. `GET /api/v1/today` or `$default`. */
  routeKey: string
  method: string
  segments: string[]
  lambda: Resource
  /** The integration's timeout in milliseconds. */
  timeout: number
  /** The JWT authorizer, unless the route is open to everyone. */
  authorizer?: Resource
  scopes: string[]
}

const kind = {
  knownProperties: {
    Api: ['CorsConfiguration'],
    Authorizer: ['JwtConfiguration'],
    Route: ['AuthorizationScopes'],
  },
  payload: '2.0',
  timeout: 30_000,
}

/** Reads the routes of an HTTP API, most specific first. Throws for unsupported settings. */
export function readRoutes(assembly: Assembly, api: Resource): Route[] {
  if (api.properties.ProtocolType !== 'HTTP') throw new StartError(`${describeResource(api)} is no HTTP API.`)
  const { routes, stage } = readApi(assembly, api, kind)
  if (stage !== '$default')
    throw new StartError(`The stage ${stage} of ${describeResource(api)} is not the stage $default.`)
  return routes
    .map(({ routeKey, lambda, timeout, authorization, authorizer, properties }) => {
      const jwtAuthorizer = authorization === 'JWT' ? authorizer : undefined
      if (authorization !== 'NONE' && !jwtAuthorizer) {
        throw new StartError(
          `The route ${routeKey} is guarded by ${authorization}; the local API knows JWT authorizers only.`,
        )
      }
      const { AuthorizationScopes: scopes = [] } = properties as { AuthorizationScopes?: string[] }
      return {
        ...parseRouteKey(routeKey),
        lambda,
        timeout,
        scopes,
        ...(jwtAuthorizer && { authorizer: jwtAuthorizer }),
      }
    })
    .toSorted(bySpecificity)
}

function parseRouteKey(routeKey: string): Pick<Route, 'routeKey' | 'method' | 'segments'> {
  if (routeKey === '$default') return { routeKey, method: 'ANY', segments: ['{proxy+}'] }
  const [method = '', path = ''] = routeKey.split(' ')
  const segments = path.split('/').slice(1)
  // API Gateway refuses these with this wording.
  if (path !== '/' && segments.includes(''))
    throw new StartError(`The route ${routeKey}: part of the given route key path is empty.`)
  return { routeKey, method, segments }
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

/** The route of a request and its path parameters. `path` is decoded, as API Gateway decodes it before matching. */
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
