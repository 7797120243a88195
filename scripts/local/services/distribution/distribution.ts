import type { HttpRequest, HttpResponse, Origin } from '../../http.ts'
import { jsonResponse } from '../../http.ts'
import type { Assembly, Resource } from '../../types.ts'
import {
  changedRequest,
  functionAnswer,
  type ViewerFunction,
  viewerEvent,
  viewerFunction,
} from './cloudFrontFunction.ts'
import { compressor } from './compress.ts'
import { forwarded } from './forward.ts'
import { type Behavior, type OriginSpec, readDistribution } from './readDistribution.ts'
import { withHeaderRules } from './responseHeaders.ts'

type Options = {
  assembly: Assembly
  resource: Resource
  /** Returns the handler of an origin: an HTTP API or a bucket. */
  originOf: (origin: OriginSpec) => Origin
  /** Replaces the bucket of the default behavior, which holds the web, and receives the viewer's unfiltered request. */
  bucketReplacement?: Origin | undefined
  /** Receives one line for every CloudFront Function that fails. */
  log: (line: string) => void
}

/**
 * The distribution as a function from a viewer's request to its response: behaviors in order, allowed methods, the
 * CloudFront Function, what the policies forward, compression and response headers. Nothing is cached.
 */
export function distribution({
  assembly,
  resource,
  originOf,
  bucketReplacement,
  log,
}: Options): (request: HttpRequest) => Promise<HttpResponse> {
  const spec = readDistribution(assembly, resource)
  const compress = compressor()
  const web = spec.behaviors.at(-1)?.origin
  const origins = new Map<OriginSpec, Origin>()
  const functions = new Map<Resource, ViewerFunction>()
  for (const { origin, viewerRequest } of spec.behaviors) {
    if (!origins.has(origin)) origins.set(origin, originOf(origin))
    if (viewerRequest && !functions.has(viewerRequest))
      functions.set(viewerRequest, viewerFunction(assembly, viewerRequest))
  }

  const applyViewerFunction = (behavior: Behavior, request: HttpRequest): HttpRequest | HttpResponse => {
    const run = behavior.viewerRequest && functions.get(behavior.viewerRequest)
    if (!run) return request
    try {
      const result = run(viewerEvent(request, spec.id, spec.domainName))
      return 'statusCode' in result ? functionAnswer(result) : changedRequest(request, result)
    } catch (error) {
      log(`The CloudFront Function ${behavior.viewerRequest?.logicalId} failed: ${(error as Error).message}`)
      return cloudFrontError(503, 'FunctionExecutionError', 'The CloudFront function could not run.')
    }
  }
  const requestFromOrigin = async (behavior: Behavior, request: HttpRequest): Promise<HttpResponse> => {
    const { origin, forwarding } = behavior
    if (origin === web && bucketReplacement && request.path !== '/config.json') return bucketReplacement(request)
    const root = request.path === '/' && spec.defaultRootObject ? `/${spec.defaultRootObject}` : request.path
    const originRequest = forwarded({ ...request, path: `${origin.path}${root}` }, forwarding, origin.host)
    // API Gateway identifies APIs by their host name and refuses any other.
    if (origin.kind === 'api' && originRequest.headers.host !== origin.host)
      return jsonResponse(403, { message: 'Forbidden' })
    return (
      origins.get(origin)?.({ ...originRequest, headers: { ...originRequest.headers, ...origin.headers } }) ??
      cloudFrontError(502, 'OriginConnectError', '')
    )
  }

  return async (request) => {
    const behavior = spec.behaviors.find(({ matches }) => matches(request.path))
    if (!behavior) return cloudFrontError(404, 'NoSuchBehavior', '')
    if (!behavior.methods.includes(request.method)) {
      return cloudFrontError(
        403,
        'MethodNotAllowed',
        'This distribution is not configured to allow the HTTP request method that was used for this request.',
      )
    }
    const viewerResult = applyViewerFunction(behavior, request)
    const answer = 'status' in viewerResult ? viewerResult : await requestFromOrigin(behavior, viewerResult)
    const compressed = await compress(answer, request.headers['accept-encoding'], behavior.encodings)
    return { ...compressed, headers: withHeaderRules(compressed.headers, behavior.headerRules) }
  }
}

const cloudFrontError = (status: number, code: string, reason: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/html', server: 'CloudFront', 'x-cache': `${code} from cloudfront` },
  body: Buffer.from(`<h1>${status} ERROR</h1>\n<h2>The request could not be satisfied.</h2>\n${reason}\n`),
})
