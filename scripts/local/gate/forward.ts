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

type Answering = {
  heard?: ((answer: Buffer) => void) | undefined
  narrow?: ((answer: JsonBody) => JsonBody) | undefined
}

/**
 * Forwards a call to a server behind the gate and returns its response. If the server does not answer, the caller's
 * connection breaks, as it would if AWS did not: the SDK then retries. `heard` receives the response; `narrow` removes
 * parts of it.
 */
export async function forward(
  call: Call,
  response: ServerResponse,
  { url, agent }: Upstream,
  { heard, narrow }: Answering = {},
): Promise<void> {
  const body = await call.body()
  const { promise, resolve } = Promise.withResolvers<void>()
  const breakOff = (): void => {
    response.destroy()
    resolve()
  }
  const { hostname, port } = url
  const { method, url: path, headers } = call.request
  const sent = httpRequest(
    { hostname, port, method, path, headers: { ...headers, 'content-length': body.length }, agent },
    (answer) => {
      answer.on('error', breakOff)
      const { statusCode = 502 } = answer
      const kept = Object.entries(answer.headers).filter(([name]) => !skippedHeaders.has(name))
      if (narrow && statusCode === 200) {
        const sendNarrowed = async () => {
          const text = JSON.stringify(narrow(JSON.parse((await buffer(answer)).toString()) as JsonBody))
          heard?.(Buffer.from(text))
          response.on('close', resolve)
          response.writeHead(statusCode, Object.fromEntries(kept.filter(([name]) => !ofBytes.has(name))))
          response.end(text)
        }
        sendNarrowed().catch(breakOff)
        return
      }
      if (heard) void buffer(answer).then(heard, () => undefined)
      response.writeHead(statusCode, Object.fromEntries(kept))
      answer.pipe(response).on('close', resolve)
    },
  )
  sent.on('error', breakOff)
  sent.end(body)
  return promise
}
