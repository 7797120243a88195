import { type Agent, IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http'

/** Reads a whole body. */
export async function wholeBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The same request once more, for someone who wants to read the body that has been read already. */
export function again(request: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(request.socket)
  const { method, url, headers, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = request
  Object.assign(copy, { method, url, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor, complete: true })
  copy.headers = headers
  copy.push(body)
  copy.push(null)
  return copy
}

// The date is the gate's, which goes by the local cloud's clock; how a connection is kept is between two only.
const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

type Upstream = { url: URL; agent: Agent }

/**
 * Sends a request whose body has been read to a server behind the gate, and its answer back. If the server does not
 * answer, the caller's connection breaks, as it would if AWS did not: the SDK then tries again. With `loseReply` it
 * breaks after the server has done its work.
 */
export function forward(
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  { url, agent }: Upstream,
  loseReply = false,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const breakOff = (): void => {
    response.destroy()
    resolve()
  }
  const { hostname, port } = url
  const { method, url: path, headers } = request
  const sent = httpRequest(
    { hostname, port, method, path, headers: { ...headers, 'content-length': body.length }, agent },
    (answer) => {
      answer.on('error', breakOff)
      if (loseReply) {
        answer.resume().on('end', breakOff)
        return
      }
      const kept = Object.entries(answer.headers).filter(([name]) => !own.has(name))
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept))
      answer.pipe(response).on('close', resolve)
    },
  )
  sent.on('error', breakOff)
  sent.end(body)
  return promise
}
