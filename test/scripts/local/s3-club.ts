import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { S3Client } from '@aws-sdk/client-s3'
import { type BucketOptions, startBuckets } from '#scripts/local/services/s3/buckets.ts'
import type { BucketEvent } from '#scripts/local/services/s3/exchange.ts'
import { serve, fixedClock } from './mail-served.ts'

export const photos = 'touchline-local-photos'
export const imports = 'touchline-local-imports'

/** The local buckets on a small server, under a prefix as behind the one origin. */
export async function openBuckets(change: Partial<BucketOptions> = {}) {
  const dir = change.dir ?? mkdtempSync(join(tmpdir(), 's3-'))
  const clock = fixedClock()
  clock.set(new Date().toISOString())
  const events: BucketEvent[] = []
  const start = () =>
    startBuckets({
      dir,
      buckets: [
        {
          name: photos,
          cors: [
            {
              AllowedOrigins: ['https://*.club.test'],
              AllowedMethods: ['PUT', 'GET'],
              AllowedHeaders: ['content-type', 'x-amz-*'],
              ExposedHeaders: ['ETag'],
              MaxAge: 600,
            },
          ],
        },
        { name: imports },
      ],
      clock,
      credentialsOf: (id) => (id === 'LOCALcalendar' ? { secretAccessKey: 'secret' } : undefined),
      onEvent: (event) => events.push(event),
      ...change,
    })
  let buckets = start()
  const server = await serve((request, response, path) => buckets.handle(request, response, path), '/_local/s3')
  const clients: S3Client[] = []
  const client = (accessKeyId = 'LOCALcalendar', secretAccessKey = 'secret', sessionToken?: string) => {
    const createdClient = new S3Client({
      endpoint: server.origin,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) },
      maxAttempts: 1,
    })
    clients.push(createdClient)
    return createdClient
  }
  return {
    dir,
    clock,
    events,
    origin: server.origin,
    s3: client(),
    client,
    buckets: () => buckets,
    restart() {
      buckets = start()
    },
    async close() {
      for (const each of clients) each.destroy()
      await server.close()
      if (!change.dir) rmSync(dir, { recursive: true, force: true })
    },
  }
}

export type Club = Awaited<ReturnType<typeof openBuckets>>

/** Code and status of a refused call; throws if the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<{ code: string; status: number; message: string }> {
  try {
    await call
  } catch (error) {
    const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } }
    return { code: name, status: $metadata?.httpStatusCode ?? 0, message }
  }
  throw new Error('The call should have been rejected.')
}

/** Code, message and status of a plain response. */
export async function parsedResponse(answer: Response) {
  const text = await answer.text()
  const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]
  return { status: answer.status, code: element('Code'), message: element('Message') }
}
