import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { bucketOrigin } from '#scripts/local/services/distribution/bucketOrigin.ts'
import { compressor } from '#scripts/local/services/distribution/compress.ts'
import { deployFiles } from '#scripts/local/services/distribution/deployFiles.ts'
import { distribution } from '#scripts/local/services/distribution/distribution.ts'
import type { Files } from '#scripts/local/services/distribution/files.ts'
import { type HttpRequest, type HttpResponse, jsonResponse } from '#scripts/local/http.ts'
import type { Assembly } from '#scripts/local/types.ts'
import { filesInMemory } from '../fixtures/serving/files.ts'
import { onlyResource, readServing } from '../fixtures/serving/read.ts'

let assembly: Assembly
let files: Files
let bucket: string
let site: (request: HttpRequest) => Promise<HttpResponse>
const log: string[] = []

beforeAll(async () => {
  assembly = readServing()
  files = filesInMemory()
  const resource = onlyResource(assembly, 'AWS::S3::Bucket', 'Web')
  bucket = assembly.physicalId(resource)
  await files.put(bucket, 'assets/old-9f8e7d.js', Buffer.from('old'), {})
  await files.put(bucket, 'old.html', Buffer.from('old'), {})
  await deployFiles(assembly, files)
  site = distribution({
    assembly,
    resource: onlyResource(assembly, 'AWS::CloudFront::Distribution'),
    // The API returns the request it received.
    originOf: ({ kind, resource }) =>
      kind === 'bucket'
        ? bucketOrigin(assembly, resource, files)
        : async ({ body, ...request }) => jsonResponse(200, { ...request, body: body.toString() }),
    log: (line) => void log.push(line),
  })
})

const ask = async (target: string, headers: Record<string, string> = {}, method = 'GET', sent = '') => {
  const [path = '', query = ''] = target.split('?')
  const {
    status,
    headers: answered,
    body,
  } = await site({ method, path, query, headers: { host: '127.0.0.1:3000', ...headers }, body: Buffer.from(sent) })
  return {
    status,
    headers: answered,
    body,
    text: body.toString(),
    request: () => JSON.parse(body.toString()) as HttpRequest,
  }
}

describe('the deployed files', () => {
  it('have their type and cache-control, and those that the deployment prunes are deleted', async () => {
    expect((await files.keys(bucket)).toSorted()).toEqual(['assets/app-1a2b3c.js', 'config.json', 'index.html'])
    expect((await files.get(bucket, 'index.html'))?.headers).toMatchObject({
      'content-type': 'text/html',
      'cache-control': 'no-cache',
    })
    expect((await files.get(bucket, 'assets/app-1a2b3c.js'))?.headers).toMatchObject({
      'content-type': 'text/javascript',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })

  it('have the values of this assembly instead of the template’s markers, escaped for JSON', async () => {
    expect(JSON.parse(String((await files.get(bucket, 'config.json'))?.body))).toEqual({
      userPoolId: assembly.physicalId(onlyResource(assembly, 'AWS::Cognito::UserPool')),
      quoted: `"${assembly.physicalId(onlyResource(assembly, 'AWS::Cognito::UserPoolClient'))}"`,
    })
  })
})

describe('behaviors', () => {
  it('serve files from the bucket, and the page for every path of the app', async () => {
    for (const path of ['/', '/index.html', '/today', '/teams/1/roster']) {
      expect(await ask(path)).toMatchObject({
        status: 200,
        headers: { 'content-type': 'text/html' },
        text: expect.stringContaining('hello'),
      })
    }
    expect((await ask('/assets/app-1a2b3c.js')).status).toBe(200)
  })

  it('return 403 for a missing file, like a bucket that cannot be listed', async () => {
    for (const path of ['/missing.js', '/assets/old-9f8e7d.js', '/%E0%A4%A.js', '/../index.html/x.txt']) {
      expect(await ask(path)).toMatchObject({
        status: 403,
        headers: { 'content-type': 'application/xml' },
        text: expect.stringContaining('AccessDenied'),
      })
    }
  })

  it('send what the policies forward to the API, under its own host name', async () => {
    const apiHost = `${assembly.physicalId(onlyResource(assembly, 'AWS::ApiGatewayV2::Api'))}.execute-api.us-east-1.amazonaws.com`
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json', cookie: 'a=1; b=2', 'x-own': '1' }
    const all = await ask('/api/open?b=2&a=%20', headers, 'POST', '{}')
    expect(all.request()).toMatchObject({
      method: 'POST',
      path: '/api/open',
      query: 'b=2&a=%20',
      headers: {
        ...headers,
        host: apiHost,
        'x-forwarded-for': '127.0.0.1',
        via: expect.stringContaining('CloudFront'),
      },
      body: '{}',
    })
    const bare = (await ask('/api-bare/open?b=2', headers, 'POST', '{}')).request()
    expect([bare.path, bare.query]).toEqual(['/api/api-bare/open', ''])
    expect(Object.keys(bare.headers).toSorted()).toEqual([
      'content-type',
      'host',
      'user-agent',
      'via',
      'x-amz-cf-id',
      'x-forwarded-for',
    ])
  })

  it('are rejected by the API when they forward the viewer’s host', async () => {
    expect(await ask('/api-host/open')).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' })
  })

  it('reject methods that are not allowed', async () => {
    expect(await ask('/today', {}, 'POST')).toMatchObject({
      status: 403,
      headers: { 'x-cache': 'MethodNotAllowed from cloudfront' },
    })
    expect((await ask('/api/open', {}, 'DELETE')).status).toBe(200)
    expect((await ask('/api/open', {}, 'TRACE')).status).toBe(403)
  })
})

describe('a second bucket', () => {
  it('serves the current files, as functions store and delete them', async () => {
    const media = assembly.physicalId(onlyResource(assembly, 'AWS::S3::Bucket', 'Media'))
    expect((await ask('/photos/mia')).status).toBe(403)
    await files.put(media, 'photos/mia', Buffer.from('first'), { 'content-type': 'image/jpeg' })
    expect(await ask('/photos/mia?v=1')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/jpeg', 'x-own': 'ours' },
      text: 'first',
    })
    await files.put(media, 'photos/mia', Buffer.from('second'), { 'content-type': 'image/jpeg' })
    expect((await ask('/photos/mia?v=2')).text).toBe('second')
    await files.remove(media, 'photos/mia')
    expect((await ask('/photos/mia?v=2')).status).toBe(403)
  })

  it('does not serve a file that its policy does not let CloudFront read', async () => {
    const media = assembly.physicalId(onlyResource(assembly, 'AWS::S3::Bucket', 'Media'))
    await files.put(media, 'letters/mia', Buffer.from('private'), {})
    expect(await ask('/letters/mia')).toMatchObject({ status: 403, text: expect.stringContaining('AccessDenied') })
  })

  it('is still served while the web app is developed', async () => {
    const developed = distribution({
      assembly,
      resource: onlyResource(assembly, 'AWS::CloudFront::Distribution'),
      originOf: ({ resource }) => bucketOrigin(assembly, resource, files),
      bucketReplacement: async () => jsonResponse(200, 'developed'),
      log: () => undefined,
    })
    const at = (path: string) => developed({ method: 'GET', path, query: '', headers: {}, body: Buffer.alloc(0) })
    expect((await at('/today')).body.toString()).toBe('"developed"')
    expect((await at('/photos/nobody')).status).toBe(403)
  })
})

describe('the CloudFront Function', () => {
  it('can respond itself, and receives the query as it was sent', async () => {
    expect(await ask('/gone')).toMatchObject({ status: 410, headers: { 'x-why': 'moved' }, text: 'gone' })
    expect((await ask('/asks?file=index.html')).text).toContain('hello')
    expect((await ask('/asks?file=index%2Ehtml')).text).toContain('hello')
  })

  it('causes 503 when it fails, with a log entry', async () => {
    expect((await ask('/fails')).status).toBe(503)
    expect(log.at(-1)).toMatch(/^The CloudFront Function Spa.* failed: on purpose$/)
  })
})

describe('responses', () => {
  it('have exactly the headers of the policy', async () => {
    for (const path of ['/', '/api/open', '/missing.js', '/gone']) {
      const { headers } = await ask(path)
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'self'; connect-src 'self'",
        'strict-transport-security': 'max-age=86400; includeSubDomains',
        'x-own': 'ours',
      })
      expect(headers).not.toHaveProperty('server')
    }
  })

  it('are compressed if the policy allows it, with the viewer’s best encoding', async () => {
    const plain = await ask('/assets/app-1a2b3c.js')
    expect(plain.headers).not.toHaveProperty('content-encoding')
    const brotli = await ask('/assets/app-1a2b3c.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
      etag: `W/${String(plain.headers.etag)}`,
    })
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body)
    const gzip = await ask('/assets/app-1a2b3c.js', { 'accept-encoding': 'br;q=0, gzip' })
    expect(gunzipSync(gzip.body)).toEqual(plain.body)
    // Smaller than CloudFront compresses; and a behavior whose policy neither caches nor compresses.
    for (const target of ['/index.html', `/api/open?x=${'x'.repeat(2000)}`]) {
      expect((await ask(target, { 'accept-encoding': 'br' })).headers).not.toHaveProperty('content-encoding')
    }
  })

  it('stay as they are when already compressed by the origin', async () => {
    const made = {
      status: 200,
      headers: { 'content-type': 'application/json', 'content-encoding': 'br', vary: 'Accept-Encoding' },
      body: Buffer.from(randomBytes(2000)),
    }
    expect(await compressor()(made, 'gzip, br', ['br', 'gzip'])).toBe(made)
  })

  it('are 304 when the viewer has the file, compressed or not', async () => {
    const { headers } = await ask('/assets/app-1a2b3c.js', { 'accept-encoding': 'br' })
    for (const etag of [String(headers.etag), String(headers.etag).replace('W/', ''), '"other", *']) {
      const again = await ask('/assets/app-1a2b3c.js', { 'accept-encoding': 'br', 'if-none-match': etag })
      expect([again.status, again.body.length]).toEqual([304, 0])
    }
    expect((await ask('/assets/app-1a2b3c.js', { 'if-none-match': '"other"' })).status).toBe(200)
    expect((await ask('/index.html', { 'if-modified-since': 'Thu, 11 Jun 2026 18:00:00 GMT' })).status).toBe(304)
    expect((await ask('/index.html', { 'if-modified-since': 'Thu, 11 Jun 2026 17:00:00 GMT' })).status).toBe(200)
  })
})
