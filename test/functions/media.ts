import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClock } from '#scripts/local/clock.ts'
import { startBuckets } from '#scripts/local/services/s3/buckets.ts'

/** The media bucket, served by the local cloud's implementation, which verifies signatures as S3 does. */
export async function setup() {
  // Files that run in a process of their own use the same one.
  if (process.env.MEDIA_BUCKET) return undefined
  const dir = mkdtempSync(join(tmpdir(), 'touchline-media-'))
  const name = 'touchline-test-media'
  const buckets = startBuckets({
    dir,
    buckets: [{ name }],
    clock: createClock(),
    credentialsOf: () => ({ secretAccessKey: 'test' }),
  })
  const server = createServer((request, response) => {
    // With the bucket's own host name, the path is relative to the bucket.
    const bucketPrefix = request.headers.host?.startsWith(`${name}.s3.`) ? `/${name}` : ''
    void buckets.handle(request, response, bucketPrefix + (request.url ?? '/'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  Object.assign(process.env, {
    MEDIA_BUCKET: name,
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    REFRESH_TOKEN_DAYS: '30',
  })
  return () => {
    server.close()
    server.closeAllConnections()
    rmSync(dir, { recursive: true })
  }
}
