import { type Agent, request as httpRequest, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Call } from './call.ts'

// The date is the gate's, which goes by the local cloud's clock; how a connection is kept is between two only.
const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** A server behind the gate. */
type Upstream = { url: URL; agent: Agent }

/**
 * Sends a call to a server behind the gate, and its answer back. If the server does not answer, the caller's connection
 * breaks, as it would if AWS did not: the SDK then tries again. `heard` is told the answer.
 */
export async function forward(
  call: Call,
  response: ServerResponse,
  { url, agent }: Upstream,
  heard?: (answer: Buffer) => void,
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
      if (heard) void buffer(answer).then(heard, () => undefined)
      const kept = Object.entries(answer.headers).filter(([name]) => !own.has(name))
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
      answer.pipe(response).on('close', resolve)
    },
  )
  sent.on('error', breakOff)
  sent.end(body)
  return promise
}
