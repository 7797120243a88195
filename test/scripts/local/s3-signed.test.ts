import { createHash } from 'node:crypto'
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Club, imports, openBuckets, parsedResponse, photos, refusalOf } from './s3-club.ts'

let club: Club
beforeEach(async () => {
  club = await openBuckets()
})
afterEach(() => club.close())

const one = { Bucket: photos, Key: 'players/ana.jpg' }

/** Signed as handlers do, at the time of the request, with type and size. */
const uploadUrl = (ContentLength: number, ContentType = 'image/jpeg') =>
  getSignedUrl(club.s3, new PutObjectCommand({ ...one, ContentType, ContentLength }), {
    expiresIn: 300,
    signingDate: new Date(club.clock.now()),
    signableHeaders: new Set(['content-type', 'content-length']),
    unhoistableHeaders: new Set(['x-amz-checksum-crc32']),
  })
const unchecked = () => {
  // As configured in the functions' shared client; otherwise the URL would contain the checksum of an empty body.
  club.s3.config.requestChecksumCalculation = async () => 'WHEN_REQUIRED'
}
const downloadUrl = () =>
  getSignedUrl(club.s3, new GetObjectCommand(one), { expiresIn: 60, signingDate: new Date(club.clock.now()) })

test('a presigned URL accepts only an upload of its type and size', async () => {
  unchecked()
  const url = await uploadUrl(5)
  const put = (body: string, type: string) => fetch(url, { method: 'PUT', body, headers: { 'content-type': type } })
  expect(await parsedResponse(await put('photo', 'text/html'))).toMatchObject({
    status: 403,
    code: 'SignatureDoesNotMatch',
  })
  expect(await parsedResponse(await put('a larger photo', 'image/jpeg'))).toMatchObject({
    code: 'SignatureDoesNotMatch',
  })
  expect(club.buckets().list(photos)).toEqual([])
  expect((await put('photo', 'image/jpeg')).status).toBe(200)
  expect(club.buckets().get(photos, one.Key)?.headers).toEqual({ 'content-type': 'image/jpeg' })
})

test('a presigned URL with the checksum of another body is rejected', async () => {
  const url = await getSignedUrl(club.s3, new PutObjectCommand(one))
  expect(url).toContain('x-amz-checksum-crc32')
  expect(await parsedResponse(await fetch(url, { method: 'PUT', body: 'photo' }))).toMatchObject({
    status: 400,
    code: 'BadDigest',
  })
})

test('a presigned URL expires by the local cloud’s clock', async () => {
  await club.buckets().put(photos, one.Key, Buffer.from('photo'), { 'content-type': 'image/jpeg' })
  const url = await downloadUrl()
  expect(await (await fetch(url)).text()).toBe('photo')
  club.clock.pass({ seconds: 59 })
  expect((await fetch(url)).status).toBe(200)
  club.clock.pass({ seconds: 1 })
  expect(await parsedResponse(await fetch(url))).toEqual({
    status: 403,
    code: 'AccessDenied',
    message: 'Request has expired',
  })
  club.clock.pass({ minutes: -20 })
  expect(await parsedResponse(await fetch(url))).toMatchObject({
    code: 'AccessDenied',
    message: 'Request is not yet valid',
  })
})

test('a presigned URL is for one object, one method and its signed parameters', async () => {
  await club.buckets().put(photos, one.Key, Buffer.from('photo'), {})
  await club.buckets().put(photos, 'players/ben.jpg', Buffer.from('other'), {})
  const url = await getSignedUrl(club.s3, new GetObjectCommand({ ...one, ResponseContentType: 'image/png' }))
  const code = async (address: string, init?: RequestInit) => (await parsedResponse(await fetch(address, init))).code
  expect((await fetch(url)).headers.get('content-type')).toBe('image/png')
  expect(await code(url.replace('ana', 'ben'))).toBe('SignatureDoesNotMatch')
  expect(await code(url.replace(photos, imports))).toBe('SignatureDoesNotMatch')
  expect(await code(url.replace('image%2Fpng', 'text%2Fhtml'))).toBe('SignatureDoesNotMatch')
  expect(await code(url.replace(/Expires=\d+/, 'Expires=86400'))).toBe('SignatureDoesNotMatch')
  expect(await code(url.replace(/Expires=\d+/, 'Expires=9999999'))).toBe('AuthorizationQueryParametersError')
  expect(await code(url.replace(/&X-Amz-Credential=[^&]+/, ''))).toBe('AuthorizationQueryParametersError')
  expect(await code(url, { method: 'DELETE' })).toBe('SignatureDoesNotMatch')
  expect(await code(url, { headers: { 'x-amz-acl': 'public-read' } })).toBe('AccessDenied')
  expect(await code(url.split('?')[0] ?? '')).toBe('AccessDenied')
})

test('an unknown key, a wrong secret and a request from yesterday are rejected', async () => {
  const list = new ListObjectsV2Command({ Bucket: photos })
  expect(await refusalOf(club.client('LOCALnobody').send(list))).toMatchObject({
    code: 'InvalidAccessKeyId',
    status: 403,
  })
  expect(await refusalOf(club.client('LOCALcalendar', 'guess').send(list))).toMatchObject({
    code: 'SignatureDoesNotMatch',
  })
  const yesterday = club.client()
  yesterday.config.systemClockOffset = -86_400_000
  expect(await refusalOf(yesterday.send(list))).toMatchObject({ code: 'RequestTimeTooSkewed', status: 403 })
  const answer = await fetch(`${club.origin}/${photos}?list-type=2`, {
    headers: { authorization: 'AWS4-HMAC-SHA256 x' },
  })
  expect(await parsedResponse(answer)).toMatchObject({ status: 400, code: 'AuthorizationHeaderMalformed' })
})

test('requests signed with the machine’s clock are accepted at any local time', async () => {
  club.clock.set('2031-01-01T12:00:00Z')
  await club.s3.send(new PutObjectCommand({ ...one, Body: 'photo' }))
  expect(club.buckets().get(photos, one.Key)?.modified).toBe(Date.parse('2031-01-01T12:00:00Z'))
})

test('a body that differs from the signed one is rejected and not stored', async () => {
  club.s3.middlewareStack.add(
    (next) => (args) => {
      // The signature has been computed by now.
      const request = args.request as { body?: unknown }
      if (request.body === 'photo') request.body = 'fraud'
      return next(args)
    },
    { step: 'finalizeRequest', priority: 'low' },
  )
  const put = (change: object = {}) => club.s3.send(new PutObjectCommand({ ...one, Body: 'photo', ...change }))
  expect(await refusalOf(put())).toMatchObject({ code: 'XAmzContentSHA256Mismatch', status: 400 })
  expect(club.buckets().list(photos)).toEqual([])
})

test('wrong checksums are rejected, and correct ones are stored', async () => {
  const put = (change: object) => club.s3.send(new PutObjectCommand({ ...one, Body: 'photo', ...change }))
  expect(await refusalOf(put({ ChecksumCRC32: 'AAAAAA==' }))).toMatchObject({ code: 'BadDigest' })
  expect(await refusalOf(put({ ContentMD5: '1B2M2Y8AsgTpgAmY7PhCfg==' }))).toMatchObject({ code: 'BadDigest' })
  await put({ ChecksumAlgorithm: 'SHA256' })
  const head = await club.s3.send(new HeadObjectCommand({ ...one, ChecksumMode: 'ENABLED' }))
  expect(head.ChecksumSHA256).toBe(createHash('sha256').update('photo').digest('base64'))
})

test('permissions are checked before any action, and the rejection’s reason is returned', async () => {
  const asked: string[] = []
  await club.close()
  club = await openBuckets({
    authorize(accessKeyId, action, resource) {
      asked.push(`${accessKeyId} ${action} ${resource}`)
      return action === 's3:GetObject' || resource.endsWith('ana.jpg')
        ? undefined
        : `LOCALcalendar is not allowed ${action} on ${resource}`
    },
  })
  await club.s3.send(new PutObjectCommand({ ...one, Body: 'photo' }))
  await club.s3.send(
    new CopyObjectCommand({ ...one, CopySource: `${photos}/${one.Key}`, MetadataDirective: 'REPLACE' }),
  )
  expect(asked).toEqual([
    `LOCALcalendar s3:PutObject arn:aws:s3:::${photos}/players/ana.jpg`,
    `LOCALcalendar s3:PutObject arn:aws:s3:::${photos}/players/ana.jpg`,
    `LOCALcalendar s3:GetObject arn:aws:s3:::${photos}/players/ana.jpg`,
  ])
  const refused = (action: string, resource: string) => ({
    code: 'AccessDenied',
    status: 403,
    message: `LOCALcalendar is not allowed ${action} on arn:aws:s3:::${resource}`,
  })
  const ben = { Bucket: photos, Key: 'players/ben.jpg' }
  expect(await refusalOf(club.s3.send(new PutObjectCommand({ ...ben, Body: 'x' })))).toEqual(
    refused('s3:PutObject', `${photos}/players/ben.jpg`),
  )
  expect(await refusalOf(club.s3.send(new ListObjectsV2Command({ Bucket: photos })))).toEqual(
    refused('s3:ListBucket', photos),
  )
  // Without permission to list, a caller does not learn that an object is missing.
  expect(await refusalOf(club.s3.send(new GetObjectCommand(ben)))).toEqual(refused('s3:ListBucket', photos))
  const { Deleted, Errors } = await club.s3.send(
    new DeleteObjectsCommand({ Bucket: photos, Delete: { Objects: [one, ben].map(({ Key }) => ({ Key })) } }),
  )
  expect(Deleted).toMatchObject([{ Key: one.Key }])
  expect(Errors).toMatchObject([{ Key: ben.Key, Code: 'AccessDenied' }])
})

test('a preflight request is answered by the bucket’s CORS rules', async () => {
  const ask = (origin: string, method = 'PUT', headers = 'content-type') =>
    fetch(`${club.origin}/${photos}/a.jpg`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers },
    })
  const fine = await ask('https://www.club.test', 'PUT', 'Content-Type, x-amz-meta-player')
  expect(fine.status).toBe(200)
  expect(Object.fromEntries(fine.headers)).toMatchObject({
    'access-control-allow-origin': 'https://www.club.test',
    'access-control-allow-methods': 'PUT, GET',
    'access-control-allow-headers': 'content-type, x-amz-meta-player',
    'access-control-expose-headers': 'ETag',
    'access-control-max-age': '600',
  })
  for (const refused of [
    ask('https://evil.test'),
    ask('https://www.club.test', 'DELETE'),
    ask('https://www.club.test', 'PUT', 'cookie'),
  ]) {
    expect(await parsedResponse(await refused)).toMatchObject({ status: 403, code: 'AccessForbidden' })
  }
})

test('temporary credentials are valid only with their session token, in headers and in an address', async () => {
  await club.close()
  const sessionToken = 'IQoJ+b/3=='
  club = await openBuckets({ credentialsOf: () => ({ secretAccessKey: 'secret', sessionToken }) })
  const client = (token?: string) => club.client('LOCALcalendar', 'secret', token)
  const put = (token?: string) => client(token).send(new PutObjectCommand({ ...one, Body: 'photo' }))
  await put(sessionToken)
  expect(await refusalOf(put())).toMatchObject({ code: 'InvalidAccessKeyId', status: 403 })
  expect(await refusalOf(put('another'))).toMatchObject({ code: 'InvalidToken', status: 400 })
  const url = await getSignedUrl(client(sessionToken), new GetObjectCommand(one))
  expect((await fetch(url)).status).toBe(200)
  const without = url.replace(/&X-Amz-Security-Token=[^&]+/, '')
  expect(await parsedResponse(await fetch(without))).toMatchObject({ code: 'InvalidAccessKeyId' })
})
