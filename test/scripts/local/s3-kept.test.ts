import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Club, openBuckets, photos, refusalOf } from './s3-club.ts'

let dir: string
let club: Club
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 's3-kept-'))
  club = await openBuckets({ dir })
})
afterEach(async () => {
  await club.close()
  rmSync(dir, { recursive: true, force: true })
})

const film = { Bucket: photos, Key: 'films/final.mp4' }
const part = randomBytes(5 * 2 ** 20)
const begin = async () =>
  (await club.s3.send(new CreateMultipartUploadCommand({ ...film, ContentType: 'video/mp4' }))).UploadId
const sendPart = (UploadId: string | undefined, PartNumber: number, Body: Uint8Array) =>
  club.s3.send(new UploadPartCommand({ ...film, UploadId, PartNumber, Body }))
const complete = (UploadId: string | undefined, Parts: { PartNumber: number; ETag: string | undefined }[]) =>
  club.s3.send(new CompleteMultipartUploadCommand({ ...film, UploadId, MultipartUpload: { Parts } }))
const dataFiles = () => readdirSync(join(dir, photos, 'data'))

test('a multipart upload continues after a restart', async () => {
  const UploadId = await begin()
  const first = await sendPart(UploadId, 1, part)
  club.restart()
  await sendPart(UploadId, 2, Buffer.from('wrong end'))
  const second = await sendPart(UploadId, 2, Buffer.from('the end'))
  const { Parts } = await club.s3.send(new ListPartsCommand({ ...film, UploadId }))
  expect(Parts).toMatchObject([
    { PartNumber: 1, Size: part.length },
    { PartNumber: 2, Size: 7 },
  ])
  expect(club.buckets().list(photos)).toEqual([])
  const { ETag } = await complete(UploadId, [
    { PartNumber: 1, ETag: first.ETag },
    { PartNumber: 2, ETag: second.ETag },
  ])
  expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/)
  const { Body, ContentType } = await club.s3.send(new GetObjectCommand(film))
  expect(ContentType).toBe('video/mp4')
  expect(
    Buffer.from((await Body?.transformToByteArray()) ?? []).equals(Buffer.concat([part, Buffer.from('the end')])),
  ).toBe(true)
  expect(club.events.at(-1)?.eventName).toBe('ObjectCreated:CompleteMultipartUpload')
  expect(dataFiles()).toHaveLength(1)
})

test('missing, altered, misordered or too small parts cannot complete an upload', async () => {
  const UploadId = await begin()
  const { ETag } = await sendPart(UploadId, 1, Buffer.from('small'))
  const last = { PartNumber: 2, ETag: (await sendPart(UploadId, 2, Buffer.from('end'))).ETag }
  const code = async (parts: { PartNumber: number; ETag: string | undefined }[]) =>
    (await refusalOf(complete(UploadId, parts))).code
  expect(await code([{ PartNumber: 1, ETag }, last])).toBe('EntityTooSmall')
  expect(await code([last, { PartNumber: 1, ETag }])).toBe('InvalidPartOrder')
  expect(await code([{ PartNumber: 3, ETag }])).toBe('InvalidPart')
  expect(await code([{ PartNumber: 1, ETag: '"00"' }])).toBe('InvalidPart')
  expect(await code([])).toBe('MalformedXML')
  expect((await refusalOf(sendPart(UploadId, 10_001, part))).code).toBe('InvalidArgument')
  await club.s3.send(new AbortMultipartUploadCommand({ ...film, UploadId }))
  expect((await refusalOf(sendPart(UploadId, 1, part))).code).toBe('NoSuchUpload')
  expect(dataFiles()).toEqual([])
})

test('objects survive a restart with their headers, and unreferenced files are removed', async () => {
  await club.s3.send(
    new PutObjectCommand({ ...film, Body: 'film', ContentType: 'video/mp4', Metadata: { team: 't1' } }),
  )
  await club.s3.send(new PutObjectCommand({ ...film, Key: 'other', Body: 'x' }))
  const before = club.buckets().get(photos, film.Key)
  writeFileSync(join(dir, photos, 'data', 'half-written'), 'fil')
  writeFileSync(join(dir, photos, 'keys', '.unfinished-1-0-x.json'), '{')
  club.restart()
  const after = club.buckets().get(photos, film.Key)
  expect(after).toMatchObject({ size: 4, etag: before?.etag, headers: before?.headers, modified: before?.modified })
  expect(String(after && (await buffer(after.body())))).toBe('film')
  expect(dataFiles()).toHaveLength(2)
  expect(readdirSync(join(dir, photos, 'keys'))).toHaveLength(2)
})

test('a download completes even if the object is replaced and deleted meanwhile', async () => {
  await club.s3.send(new PutObjectCommand({ ...film, Body: part }))
  const { Body } = await club.s3.send(new GetObjectCommand(film))
  await club.s3.send(new PutObjectCommand({ ...film, Body: 'another' }))
  expect(club.buckets().remove(photos, film.Key)).toBe(true)
  expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(part)).toBe(true)
  expect(dataFiles()).toEqual([])
})

test('an aborted upload keeps the previous object', async () => {
  await club.s3.send(new PutObjectCommand({ ...film, Body: 'first cut' }))
  const url = await getSignedUrl(club.s3, new PutObjectCommand({ ...film, ContentLength: 1000 }), {
    signableHeaders: new Set(['content-length']),
  })
  const upload = request(url, { method: 'PUT', headers: { 'content-length': 1000 } })
  upload.on('error', () => undefined)
  upload.write('second cu')
  await expect.poll(() => dataFiles().length).toBe(2)
  upload.destroy()
  await expect.poll(() => dataFiles().length).toBe(1)
  const kept = club.buckets().get(photos, film.Key)
  expect(String(kept && (await buffer(kept.body())))).toBe('first cut')
})

test('killed buckets have lost no acknowledged object, and contain no partial one', async () => {
  const script = fileURLToPath(new URL('s3-process.ts', import.meta.url))
  const child = spawn(process.execPath, [script, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [endpoint] = (await once(child.stdout, 'data')).map((chunk) => String(chunk).trim())
  const s3 = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'LOCALcalendar', secretAccessKey: 'secret' },
    maxAttempts: 1,
  })
  const gone = once(child, 'exit')
  const acknowledged = new Map<string, string>()
  const team = async (name: string) => {
    for (let number = 0; ; number++) {
      const Body = randomBytes(50_000)
      const Key = `${name}/${number}.jpg`
      const { ETag = '' } = await s3.send(new PutObjectCommand({ Bucket: photos, Key, Body }))
      acknowledged.set(Key, ETag)
      if (acknowledged.size === 40) child.kill('SIGKILL')
    }
  }
  const ended = await Promise.allSettled(['a', 'b', 'c', 'd'].map(team))
  child.kill('SIGKILL')
  await gone
  s3.destroy()
  expect(ended.every(({ status }) => status === 'rejected')).toBe(true)
  club.restart()
  for (const [key, etag] of acknowledged) expect(club.buckets().get(photos, key)?.etag).toBe(etag)
  for (const key of club.buckets().list(photos)) {
    const stored = club.buckets().get(photos, key)
    const bytes = stored ? await buffer(stored.body()) : Buffer.alloc(0)
    expect(`"${createHash('md5').update(bytes).digest('hex')}"`).toBe(stored?.etag)
  }
  expect(dataFiles()).toHaveLength(club.buckets().list(photos).length)
})
