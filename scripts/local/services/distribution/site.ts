import { bucketOrigin } from './bucketOrigin.ts'
import { signedOrigin } from './signedOrigin.ts'
import { distribution as newDistribution } from './distribution.ts'
import type { Files } from './files.ts'
import { type HttpRequest, type HttpResponse, jsonResponse, type Origin } from '../../http.ts'
import type { Assembly, Resource, Upgrade } from '../../types.ts'

/** Replaces the files of the web, except config.json, during development. */
export type DevelopedWeb = {
  answer: Origin
  /** Paths of the development server, which bypass the distribution. */
  owns: (path: string) => boolean
  /** Adjusts the headers of the site to what the development server's pages need. */
  headers: (headers: HttpResponse['headers']) => HttpResponse['headers']
  upgrade: Upgrade
}

type Options = {
  assembly: Assembly
  distribution: Resource
  files: Files
  httpApi: (api: Resource) => Origin
  /** The endpoint of S3's own API. */
  gate: string
  web?: DevelopedWeb | undefined
  log: (line: string) => void
}

/** The main origin: the assembly's distribution, with its HTTP API and its bucket behind it. */
export function site({ assembly, distribution, files, httpApi, gate, web, log }: Options): Origin {
  const deployed = newDistribution({
    assembly,
    resource: distribution,
    log,
    bucketReplacement: web?.answer,
    originOf({ kind, resource: originResource, signedAhead }) {
      if (kind === 'api') return httpApi(originResource)
      // Only accepts WebSocket connections.
      if (kind === 'socket') return async () => jsonResponse(403, { message: 'Forbidden' })
      return signedAhead ? signedOrigin(gate) : bucketOrigin(assembly, originResource, files)
    },
  })
  return async (request) => {
    if (request.path === CONFIG) return configOf(deployed, request)
    if (web?.owns(request.path)) return web.answer(request)
    const answer = await deployed(request)
    return web ? { ...answer, headers: web.headers(answer.headers) } : answer
  }
}

const CONFIG = '/config.json'

/**
 * Adds the only setting of config.json that is specific to the local cloud: the user pool's endpoint, which is on the
 * same origin. Everything else is what the deployment wrote.
 */
async function configOf(deployed: Origin, request: HttpRequest): Promise<HttpResponse> {
  // The file's ETag and compressed form do not apply to the changed content.
  const { 'if-none-match': _, 'if-modified-since': __, 'accept-encoding': ___, ...headers } = request.headers
  const answer = await deployed({ ...request, headers })
  if (answer.status !== 200) return answer
  const config = JSON.parse(answer.body.toString()) as object
  const userPoolEndpoint = `http://${request.headers.host}/_local/cognito`
  const { etag: ____, ...answered } = answer.headers
  return { ...answer, headers: answered, body: Buffer.from(JSON.stringify({ ...config, userPoolEndpoint })) }
}
