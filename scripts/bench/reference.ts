import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import type { Cloud } from '../local/cloud.ts'
import { contentTypeOf } from '../local/services/distribution/contentTypes.ts'

const prefix = 'reference'

/** Builds `reference/` as the kit's documentation does and deploys it beside our web, on the same distribution. */
export async function deployReference({ adminClientConfig, assembly }: Cloud): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'touchline-reference-'))
  try {
    await build({
      configFile: false,
      root: join(import.meta.dirname, prefix),
      base: `/${prefix}/`,
      plugins: [react()],
      build: { outDir, emptyOutDir: true },
      logLevel: 'error',
      mode: 'production',
    })
    const s3 = new S3Client({ ...adminClientConfig, forcePathStyle: true })
    const bucket = assembly.ofType('AWS::S3::Bucket').find(({ stack }) => stack.endsWith('-web'))
    if (!bucket) throw new Error('The app has no bucket for the web.')
    for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
      if (!name.includes('.')) continue
      await s3.send(
        new PutObjectCommand({
          Bucket: assembly.physicalId(bucket),
          Key: `${prefix}/${name}`,
          Body: readFileSync(join(outDir, name)),
          ContentType: contentTypeOf(name),
          CacheControl: name.endsWith('.html') ? 'no-cache' : 'public, max-age=31536000, immutable',
        }),
      )
    }
    return `/${prefix}/index.html`
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}

/**
 * A proxy of the origin through which both are measured: the kit inserts style elements at runtime, which our policy
 * forbids, so it is loosened for the reference. Everything else passes unchanged.
 */
export async function startFront(origin: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((clientRequest, answer) => {
    const { method, headers } = clientRequest
    const originRequest = request(origin + (clientRequest.url ?? '/'), { method, headers }, (originResponse) => {
      const policy = originResponse.headers['content-security-policy']
      const relaxedPolicy =
        clientRequest.url?.startsWith(`/${prefix}/`) && typeof policy === 'string'
          ? { 'content-security-policy': policy.replace(/style-src [^;]+/, "style-src 'self' 'unsafe-inline'") }
          : {}
      answer.writeHead(originResponse.statusCode ?? 502, { ...originResponse.headers, ...relaxedPolicy })
      originResponse.pipe(answer)
    })
    originRequest.on('error', () => answer.destroy())
    clientRequest.pipe(originRequest)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
