import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'

const host = `${process.env.MEDIA_BUCKET}.s3.us-east-1.amazonaws.com`

/** Sends a request to the bucket, as the distribution forwards it. */
export async function bucket(method: string, path: string, headers: Record<string, string> = {}, body?: Uint8Array) {
  const { hostname, port } = new URL(process.env.AWS_ENDPOINT_URL_S3 ?? '')
  const { promise, resolve, reject } = Promise.withResolvers<{
    status?: number
    type?: string
    disposition?: string
    bytes: Buffer
  }>()
  const outgoing = request({ hostname, port, method, path, headers: { host, ...headers } }, (answer) => {
    const { statusCode: status, headers: responseHeaders } = answer
    buffer(answer).then(
      (bytes) =>
        resolve({
          ...(status && { status }),
          type: responseHeaders['content-type'] ?? '',
          disposition: responseHeaders['content-disposition'] ?? '',
          bytes,
        }),
      reject,
    )
  })
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}
