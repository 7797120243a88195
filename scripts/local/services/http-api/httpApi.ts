import type { Assembly, Clock, Invoke, Resource } from '../../types.ts'
import { type HttpRequest, type HttpResponse, jsonResponse, type Origin } from '../../http.ts'
import { httpResponse } from './httpResponse.ts'
import { type Authorize, jwtAuthorizer } from './authorizer.ts'
import { type Cors, corsHeaders, preflight } from './cors.ts'
import { httpEvent, newRequestId } from './event.ts'
import { findRoute, readRoutes } from './routes.ts'

type Options = {
  assembly: Assembly
  api: Resource
  invoke: Invoke
  clock: Clock
  /** The public keys of a user pool of the assembly. */
  jwks: (poolId: string) => unknown
}

/** API Gateway's limits for an HTTP API, in bytes: the body, and request line and headers together. */
const BODY_LIMIT = 10 * 1024 * 1024
const HEADER_LIMIT = 10_240

/** An HTTP API of the assembly: its routes, their JWT authorizers, and the functions behind them. */
export function httpApi({ assembly, api, invoke, clock, jwks }: Options): Origin {
  const apiId = assembly.physicalId(api)
  const routes = readRoutes(assembly, api)
  const cors = assembly.resolve<Cors | undefined>(api.stack, api.properties.CorsConfiguration)
  const authorizers = new Map<Resource, Authorize>()
  for (const { authorizer } of routes) {
    if (!authorizer || authorizers.has(authorizer)) continue
    authorizers.set(authorizer, jwtAuthorizer(assembly, authorizer, clock, jwks))
  }

  const answer = async (request: HttpRequest, requestId: string): Promise<HttpResponse> => {
    if (headerSize(request) > HEADER_LIMIT) return jsonResponse(431, { message: 'Request Header Fields Too Large' })
    if (request.body.length > BODY_LIMIT) return jsonResponse(413, { message: 'Request Entity Too Large' })
    const rawPath = decode(request.path)
    if (rawPath === undefined) return jsonResponse(400, { message: 'Bad Request' })
    const match = findRoute(routes, request.method, rawPath)
    if (!match) return jsonResponse(404, { message: 'Not Found' })
    const { route, pathParameters } = match

    const allowed = route.authorizer && authorizers.get(route.authorizer)?.(request, route.scopes)
    if (allowed && 'refusal' in allowed) return allowed.refusal
    const event = httpEvent({
      request,
      rawPath,
      routeKey: route.routeKey,
      pathParameters,
      ...(allowed && { authorizer: allowed }),
      account: assembly.account,
      apiId,
      domainName: `${apiId}.execute-api.${assembly.region}.amazonaws.com`,
      now: clock.now(),
      requestId,
    })
    return withTimeout(route.timeout, invoke(route.lambda, event))
  }
  return async (request) => {
    const requestId = newRequestId()
    const { origin } = request.headers
    const preflightResponse = cors && preflight(cors, request)
    const { status, headers, body } = preflightResponse ?? (await answer(request, requestId))
    return {
      status,
      headers: { ...headers, ...(cors && corsHeaders(cors, origin)), 'apigw-requestid': requestId },
      body,
    }
  }
}

/** API Gateway decodes the path first, and truncates it at a `?` that this produces. */
function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path).split('?')[0]
  } catch {
    return undefined
  }
}

const headerSize = ({ method, path, query, headers }: HttpRequest): number =>
  method.length + path.length + query.length + Object.values(headers).reduce((sum, value) => sum + value.length, 0)

/** The response of the integration: 503 on a timeout, 500 if it fails or returns an invalid result. */
async function withTimeout(milliseconds: number, result: Promise<unknown>): Promise<HttpResponse> {
  const timeoutResponse = Promise.withResolvers<HttpResponse>()
  const timer = setTimeout(
    () => timeoutResponse.resolve(jsonResponse(503, { message: 'Service Unavailable' })),
    milliseconds,
  )
  const failedResponse = jsonResponse(500, { message: 'Internal Server Error' })
  const lambdaResponse = result.then(
    (value) => httpResponse(value) ?? failedResponse,
    () => failedResponse,
  )
  return Promise.race([lambdaResponse, timeoutResponse.promise]).finally(() => clearTimeout(timer))
}
