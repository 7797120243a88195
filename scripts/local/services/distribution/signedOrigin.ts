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
      const asked = request({ method, hostname, port, path: query ? `${path}?${query}` : path, headers }, (answer) => {
        const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...kept } = answer.headers
        const given = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, value ?? '']))
        buffer(answer).then(
          (bytes) => resolve({ status: answer.statusCode ?? 502, headers: given, body: bytes }),
          reject,
        )
      })
      asked.on('error', reject)
      asked.end(body)
    })
