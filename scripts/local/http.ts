import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request as plain data. Header names are in lower case, values of repeated headers joined by a comma. */
export type HttpRequest = {
  method: string
  /** As sent: starts with `/`, percent-encoded, without the query. */
  path: string
  /** Without the question mark. */
  query: string
  headers: Record<string, string>
  body: Buffer
}

export type HttpResponse = { status: number; headers: Record<string, string | string[]>; body: Buffer }

/** A handler of requests, such as the HTTP API or a bucket. */
export type Origin = (request: HttpRequest) => Promise<HttpResponse>

/** The body exceeds the limit. */
export class BodyTooLarge extends Error {}

/** A response with a JSON body. */
export const jsonResponse = (status: number, value: unknown, headers: HttpResponse['headers'] = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(value)),
})

/** Reads a body of at most `limit` bytes. Throws BodyTooLarge, and discards the rest so that a response can be sent. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      chunks.length = 0
      reject(new BodyTooLarge(`The body is larger than ${limit} bytes.`))
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })
}

/** Headers by lower-case name; `IncomingMessage.headers` would drop repeated ones. */
export function joinedHeaders({ rawHeaders }: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]).toLowerCase()
    const value = String(rawHeaders[index + 1])
    const previous = headers[name]
    headers[name] = previous === undefined ? value : `${previous}${name === 'cookie' ? '; ' : ','}${value}`
  }
  return headers
}

/** Path and query of a request target as sent: `/a%20b?c` gives `/a%20b` and `c`. */
export function splitTarget(target: string): { path: string; query: string } {
  // Proxies send an absolute URL; all other clients send the path.
  const local = target.replace(/^https?:\/\/[^/?]*/i, '') || '/'
  const mark = local.indexOf('?')
  const path = mark < 0 ? local : local.slice(0, mark)
  return { path: path.startsWith('/') ? path : `/${path}`, query: mark < 0 ? '' : local.slice(mark + 1) }
}

/** Sends a response; HEAD gets the headers only. */
export function send(response: ServerResponse, answer: HttpResponse, method?: string): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': answer.body.length })
  response.end(method === 'HEAD' ? undefined : answer.body)
}
