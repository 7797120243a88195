import { describeResource } from '../../resourceProperties.ts'
import { StartError } from '../../startError.ts'
import type { Assembly, Resource } from '../../types.ts'
import { functionAt, readApi } from '../http-api/apiParts.ts'
import { requirePermission } from '../lambda/permission.ts'

export type SocketRoute = {
  lambda: Resource
  /** The function's timeout in milliseconds. */
  timeout: number
  /** Whether the function's response is sent back on the connection. */
  answers: boolean
}

export type SocketApi = {
  id: string
  stage: string
  /** By route key: `$connect`, `$disconnect`, `$default` and those of the app. */
  routes: ReadonlyMap<string, SocketRoute>
  /** The key that routes a message; undefined if it has none. */
  selects: (message: string) => string | undefined
  /** Invoked before a connection is opened. */
  authorizer?: { lambda: Resource; identities: string[] }
}

const kind = {
  knownProperties: {
    Api: ['RouteSelectionExpression'],
    Authorizer: ['AuthorizerUri'],
    Route: ['OperationName', 'RouteResponseSelectionExpression'],
  },
  payload: undefined,
  timeout: 29_000,
}

/** Reads a WebSocket API. Throws a StartError for unsupported settings. */
export function readSocketApi(assembly: Assembly, api: Resource): SocketApi {
  const { routes, stage } = readApi(assembly, api, kind)
  const connect = routes.find(({ routeKey }) => routeKey === '$connect')
  for (const { routeKey, authorization } of routes) {
    if (authorization === 'NONE' || (authorization === 'CUSTOM' && routeKey === '$connect')) continue
    throw new StartError(
      `The route ${routeKey} of ${describeResource(api)} is guarded by ${authorization}, which is not done here.`,
    )
  }
  return {
    id: assembly.physicalId(api),
    stage,
    routes: new Map(
      routes.map(({ routeKey, lambda, timeout, properties }) => [
        routeKey,
        { lambda, timeout, answers: properties.RouteResponseSelectionExpression === '$default' },
      ]),
    ),
    selects: selection(assembly.resolve(api.stack, api.properties.RouteSelectionExpression), describeResource(api)),
    ...(connect?.authorization === 'CUSTOM' && { authorizer: readAuthorizer(assembly, connect.authorizer) }),
  }
}

/** `$request.body.action`: the string at that path of a JSON message. */
function selection(expression: string, where: string): SocketApi['selects'] {
  const [, path] = /^\$\{?request\.body\.([\w.]+)\}?$/.exec(expression) ?? []
  if (!path)
    throw new StartError(`${where} selects routes by ${expression}, and the local cloud by $request.body only.`)
  return (message) => {
    let value: unknown
    try {
      value = JSON.parse(message)
    } catch {
      return undefined
    }
    for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name]
    return typeof value === 'string' ? value : undefined
  }
}

function readAuthorizer(assembly: Assembly, authorizer: Resource | undefined): NonNullable<SocketApi['authorizer']> {
  if (!authorizer) throw new StartError('A WebSocket API is guarded by an authorizer that is not there.')
  const { AuthorizerType, AuthorizerUri, IdentitySource } = assembly.resolve<{
    AuthorizerType: string
    AuthorizerUri: string
    IdentitySource?: string[]
  }>(authorizer.stack, authorizer.properties)
  const lambda = functionAt(assembly, AuthorizerUri)
  if (AuthorizerType !== 'REQUEST' || !lambda)
    throw new StartError(`${describeResource(authorizer)} calls no function of the app.`)
  requirePermission(assembly, lambda, 'apigateway.amazonaws.com')
  for (const source of IdentitySource ?? []) {
    if (!/^route\.request\.(header|querystring)\.[\w-]+$/.test(source))
      throw new StartError(`${describeResource(authorizer)} looks for ${source}, which the local cloud does not know.`)
  }
  return { lambda, identities: IdentitySource ?? [] }
}
