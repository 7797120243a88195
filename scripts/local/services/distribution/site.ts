import { bucketOrigin } from './bucketOrigin.ts'
import { signedOrigin } from './signedOrigin.ts'
import { distribution as distributed } from './distribution.ts'
import type { Files } from './files.ts'
import { type HttpAnswer, type HttpRequest, jsonAnswer, type Origin } from '../../http.ts'
import type { Assembly, Resource, Upgrade } from '../../types.ts'

/** Stands in for the files of the web, all but config.json, while it is developed. */
export type DevelopedWeb = {
  answer: Origin
  /** Paths that are its own and no part of the site; the distribution does not see them. */
  owns: (path: string) => boolean
  /** The headers of the site as its pages need them. */
  headers: (headers: HttpAnswer['headers']) => HttpAnswer['headers']
  upgrade: Upgrade
}

type Options = {
  assembly: Assembly
  distribution: Resource
  files: Files
  httpApi: (api: Resource) => Origin
  /** Where S3's own API answers. */
  gate: string
  web?: DevelopedWeb | undefined
  log: (line: string) => void
}

/** What the one origin serves: the assembly's distribution, with its HTTP API and its bucket behind it. */
export function site({ assembly, distribution, files, httpApi, gate, web, log }: Options): Origin {
  const deployed = distributed({
    assembly,
    resource: distribution,
    log,
    insteadOfBucket: web?.answer,
    originOf({ kind, resource: behind, signedAhead }) {
      if (kind === 'api') return httpApi(behind)
      // It takes connections only.
      if (kind === 'socket') return async () => jsonAnswer(403, { message: 'Forbidden' })
      return signedAhead ? signedOrigin(gate) : bucketOrigin(assembly, behind, files)
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
 * The one thing that the web is told only here: where the user pool answers, which is on the origin that it came from
 * itself. Everything else in config.json is what the deployment wrote.
 */
async function configOf(deployed: Origin, request: HttpRequest): Promise<HttpAnswer> {
  // Neither its tag nor its compressed form would be those of what is made of it here.
  const { 'if-none-match': _, 'if-modified-since': __, 'accept-encoding': ___, ...headers } = request.headers
  const answer = await deployed({ ...request, headers })
  if (answer.status !== 200) return answer
  const config = JSON.parse(answer.body.toString()) as object
  const userPoolEndpoint = `http://${request.headers.host}/_local/cognito`
  const { etag: ____, ...answered } = answer.headers
  return { ...answer, headers: answered, body: Buffer.from(JSON.stringify({ ...config, userPoolEndpoint })) }
}
