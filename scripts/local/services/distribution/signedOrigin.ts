import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Origin } from '../../http.ts'

/**
 * A bucket to which CloudFront passes requests on without signing them: S3's own API, under the bucket's host name,
 * which checks the signature in the URL.
 */
export const signedOrigin =
  (gate: string): Origin =>
  ({ method, path, query, headers, body }) =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(gate)
      // `fetch` does not allow setting the host header.
      const originRequest = request(
        { method, hostname, port, path: query ? `${path}?${query}` : path, headers },
        (answer) => {
          const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...keptHeaders } = answer.headers
          const responseHeaders = Object.fromEntries(
            Object.entries(keptHeaders).map(([name, value]) => [name, value ?? '']),
          )
          buffer(answer).then(
            (bytes) => resolve({ status: answer.statusCode ?? 502, headers: responseHeaders, body: bytes }),
            reject,
          )
        },
      )
      originRequest.on('error', reject)
      originRequest.end(body)
    })
