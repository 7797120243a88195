import { type Agent, request as httpRequest, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Call } from './call.ts'
import type { JsonBody } from './needs.ts'

// The gate sets the date itself, by the local cloud's clock; connection headers are hop-by-hop.
const skippedHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])
/** Headers that are no longer valid once the response body is changed. */
const ofBytes = new Set(['content-length', 'x-amz-crc32'])

/** A server behind the gate. */
type Upstream = { url: URL; agent: Agent }

type ForwardOptions = {
  onAnswer?: ((answer: Buffer) => void) | undefined
  filterAnswer?: ((answer: JsonBody) => JsonBody) | undefined
}

/**
 * Forwards a call to a server behind the gate and returns its response. If the server does not answer, the caller's
 * connection breaks, as it would if AWS did not: the SDK then retries. `onAnswer` receives the response; `filterAnswer` removes
 * parts of it.
 */
export async function forward(
  call: Call,
  response: ServerResponse,
  { url, agent }: Upstream,
  { onAnswer, filterAnswer }: ForwardOptions = {},
): Promise<void> {
  const body = await call.body()
  const { promise, resolve } = Promise.withResolvers<void>()
  const abort = (): void => {
    response.destroy()
    resolve()
  }
  const { hostname, port } = url
  const { method, url: path, headers } = call.request
  const outgoing = httpRequest(
    { hostname, port, method, path, headers: { ...headers, 'content-length': body.length }, agent },
    (answer) => {
      answer.on('error', abort)
      const { statusCode = 502 } = answer
      const forwardedHeaders = Object.entries(answer.headers).filter(([name]) => !skippedHeaders.has(name))
      if (filterAnswer && statusCode === 200) {
        const sendNarrowed = async () => {
          const text = JSON.stringify(filterAnswer(JSON.parse((await buffer(answer)).toString()) as JsonBody))
          onAnswer?.(Buffer.from(text))
          response.on('close', resolve)
          response.writeHead(statusCode, Object.fromEntries(forwardedHeaders.filter(([name]) => !ofBytes.has(name))))
          response.end(text)
        }
        sendNarrowed().catch(abort)
        return
      }
      if (onAnswer) void buffer(answer).then(onAnswer, () => undefined)
      response.writeHead(statusCode, Object.fromEntries(forwardedHeaders))
      answer.pipe(response).on('close', resolve)
    },
  )
  outgoing.on('error', abort)
  outgoing.end(body)
  return promise
}
