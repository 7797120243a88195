import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Club, imports, openBuckets, photos, refusalOf } from './s3-club.ts'

let club: Club
beforeEach(async () => {
  club = await openBuckets()
})
afterEach(() => club.close())

const one = { Bucket: photos, Key: 'teams/león/Grüße 1+1 (a*b)!.jpg' }
const put = (Body: string | Uint8Array, change: object = {}) =>
  club.s3.send(new PutObjectCommand({ ...one, Body, ...change }))
const get = async (change: object = {}) => {
  const { Body, ...rest } = await club.s3.send(new GetObjectCommand({ ...one, ...change }))
  return { ...rest, text: await Body?.transformToString() }
}

test('an object is returned with its content and headers, whatever its key', async () => {
  const { ETag } = await put('photo', {
    ContentType: 'image/jpeg',
    CacheControl: 'max-age=60',
    ContentDisposition: 'inline',
    ContentEncoding: 'gzip',
    Metadata: { player: 'p1' },
  })
  expect(ETag).toBe('"5ae0c1c8a5260bc7b6648f6fbd115c35"')
  expect(await get()).toMatchObject({
    text: 'photo',
    ETag,
    ContentLength: 5,
    ContentType: 'image/jpeg',
    CacheControl: 'max-age=60',
    ContentDisposition: 'inline',
    ContentEncoding: 'gzip',
    Metadata: { player: 'p1' },
    LastModified: new Date(Math.floor(club.clock.now() / 1000) * 1000),
    ChecksumCRC32: expect.any(String),
  })
  const head = await club.s3.send(new HeadObjectCommand(one))
  expect(head).toMatchObject({ ETag, ContentLength: 5, ContentType: 'image/jpeg' })
  expect(club.events).toEqual([{ eventName: 'ObjectCreated:Put', bucket: photos, key: one.Key, size: 5, etag: ETag }])
})

test('a streamed upload in chunks with a trailing checksum arrives complete', async () => {
  const film = randomBytes(3_000_000)
  const pieces = Array.from({ length: 30 }, (_, i) => film.subarray(i * 100_000, (i + 1) * 100_000))
  await club.s3.send(new PutObjectCommand({ ...one, Body: Readable.from(pieces), ContentLength: film.length }))
  const { Body, ContentEncoding, ChecksumCRC32 } = await club.s3.send(new GetObjectCommand(one))
  expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(film)).toBe(true)
  expect(ContentEncoding).toBeUndefined()
  expect(ChecksumCRC32).toBeDefined()
})

test('an object may be empty', async () => {
  await put('', { ContentLength: 0 })
  expect(await get()).toMatchObject({ text: '', ContentLength: 0, ETag: '"d41d8cd98f00b204e9800998ecf8427e"' })
})

test.each([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-2', '89', 'bytes 8-9/10'],
  ['bytes=8-99', '89', 'bytes 8-9/10'],
  ['bytes=-99', '0123456789', 'bytes 0-9/10'],
])('the range %s of an object is %s', async (Range, text, ContentRange) => {
  await put('0123456789')
  expect(await get({ Range })).toMatchObject({ text, ContentRange, ContentLength: text.length })
})

test('a range beyond the end is rejected, and an invalid one returns the whole object', async () => {
  await put('0123456789')
  expect(await refusalOf(get({ Range: 'bytes=10-' }))).toMatchObject({ code: 'InvalidRange', status: 416 })
  expect((await get({ Range: 'bytes=5-2' })).text).toBe('0123456789')
})

test('conditional requests return 304 or 412 by entity tag and date', async () => {
  const { ETag } = await put('photo')
  const LastModified = new Date(club.clock.now())
  expect(await refusalOf(get({ IfNoneMatch: ETag }))).toMatchObject({ status: 304 })
  expect(await refusalOf(get({ IfModifiedSince: LastModified }))).toMatchObject({ status: 304 })
  expect((await get({ IfNoneMatch: '"another"' })).text).toBe('photo')
  expect((await get({ IfMatch: ETag })).text).toBe('photo')
  expect(await refusalOf(get({ IfMatch: '"another"' }))).toMatchObject({ code: 'PreconditionFailed', status: 412 })
  const before = new Date(club.clock.now() - 60_000)
  expect(await refusalOf(get({ IfUnmodifiedSince: before }))).toMatchObject({ status: 412 })
  expect((await get({ IfModifiedSince: before })).text).toBe('photo')
})

test('one of ten simultaneous uploads with If-None-Match succeeds', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) => put(`lineup of coach ${i}`, { IfNoneMatch: '*' })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const winner = answers.findIndex(({ status }) => status === 'fulfilled')
  expect((await get()).text).toBe(`lineup of coach ${winner}`)
  expect(await refusalOf(put('late', { IfNoneMatch: '*' }))).toMatchObject({ code: 'PreconditionFailed', status: 412 })
})

test('an upload with If-Match succeeds only with the current entity tag', async () => {
  expect(await refusalOf(put('b', { IfMatch: '"none"' }))).toMatchObject({ code: 'NoSuchKey', status: 404 })
  const { ETag } = await put('a')
  await put('b', { IfMatch: ETag })
  expect(await refusalOf(put('c', { IfMatch: ETag }))).toMatchObject({ code: 'PreconditionFailed' })
  expect((await get()).text).toBe('b')
})

test('an object is copied with its headers or with new ones', async () => {
  await put('photo', { ContentType: 'image/jpeg', Metadata: { player: 'p1' } })
  const CopySource = encodeURIComponent(`${photos}/${one.Key}`)
  const { CopyObjectResult } = await club.s3.send(
    new CopyObjectCommand({ Bucket: imports, Key: 'copy.jpg', CopySource }),
  )
  expect(CopyObjectResult?.ETag).toBe('"5ae0c1c8a5260bc7b6648f6fbd115c35"')
  expect(await get({ Bucket: imports, Key: 'copy.jpg' })).toMatchObject({
    text: 'photo',
    ContentType: 'image/jpeg',
    Metadata: { player: 'p1' },
  })
  const itself = new CopyObjectCommand({ ...one, CopySource })
  expect(await refusalOf(club.s3.send(itself))).toMatchObject({ code: 'InvalidRequest' })
  await club.s3.send(
    new CopyObjectCommand({ ...one, CopySource, MetadataDirective: 'REPLACE', ContentType: 'image/png' }),
  )
  const replaced = await get()
  expect(replaced).toMatchObject({ text: 'photo', ContentType: 'image/png' })
  expect(replaced.Metadata).toEqual({})
  const missing = new CopyObjectCommand({ ...one, CopySource: `${photos}/nothing` })
  expect(await refusalOf(club.s3.send(missing))).toMatchObject({ code: 'NoSuchKey' })
})

test('objects are listed by folder and in pages', async () => {
  const keys = ['2025/a.jpg', '2026/b.jpg', '2026/c.jpg', '2026/ü.jpg', '2026/😀.jpg', 'logo.png', 'x & <y>.txt']
  for (const Key of keys) await put('x', { Key })
  const list = (change: object) => club.s3.send(new ListObjectsV2Command({ Bucket: photos, ...change }))

  const all = await list({})
  expect(all.Contents?.map(({ Key }) => Key)).toEqual(keys)
  expect(all).toMatchObject({ KeyCount: 7, IsTruncated: false })

  const found: string[] = []
  let ContinuationToken: string | undefined
  do {
    const page = await list({ Delimiter: '/', MaxKeys: 1, ContinuationToken })
    found.push(...(page.CommonPrefixes ?? []).map(({ Prefix }) => Prefix ?? ''))
    found.push(...(page.Contents ?? []).map(({ Key }) => Key ?? ''))
    expect(page.KeyCount).toBe(1)
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
  expect(found).toEqual(['2025/', '2026/', 'logo.png', 'x & <y>.txt'])

  const season = await list({ Prefix: '2026/', StartAfter: '2026/b.jpg', EncodingType: 'url' })
  expect(season.Contents?.map(({ Key }) => decodeURIComponent(Key ?? ''))).toEqual(keys.slice(2, 5))
  expect(await refusalOf(list({ ContinuationToken: 'nonsense' }))).toMatchObject({ code: 'InvalidRequest' })
})

test('objects are deleted one by one and in bulk, and deleting a missing one succeeds', async () => {
  const keys = ['a & b', '<c>', 'd']
  for (const Key of keys) await put('x', { Key })
  await club.s3.send(new DeleteObjectCommand({ Bucket: photos, Key: 'd' }))
  await club.s3.send(new DeleteObjectCommand({ Bucket: photos, Key: 'd' }))
  const Objects = [...keys, 'never there'].map((Key) => ({ Key }))
  const { Deleted } = await club.s3.send(new DeleteObjectsCommand({ Bucket: photos, Delete: { Objects } }))
  expect(Deleted?.map(({ Key }) => Key)).toEqual([...keys, 'never there'])
  expect(club.buckets().list(photos)).toEqual([])
  expect(club.events.filter(({ eventName }) => eventName === 'ObjectRemoved:Delete').map(({ key }) => key)).toEqual([
    'd',
    'a & b',
    '<c>',
  ])
  const none = new DeleteObjectsCommand({ Bucket: photos, Delete: { Objects: [] } })
  expect(await refusalOf(club.s3.send(none))).toMatchObject({ code: 'MalformedXML' })
})

test('missing objects and buckets, and too long keys, have their error codes', async () => {
  expect(await refusalOf(get())).toMatchObject({ code: 'NoSuchKey', status: 404 })
  expect(await refusalOf(club.s3.send(new HeadObjectCommand(one)))).toMatchObject({ status: 404 })
  expect(await refusalOf(get({ Bucket: 'elsewhere' }))).toMatchObject({ code: 'NoSuchBucket', status: 404 })
  await club.s3.send(new HeadBucketCommand({ Bucket: photos }))
  expect(await refusalOf(put('x', { Key: 'k'.repeat(1025) }))).toMatchObject({ code: 'KeyTooLongError' })
})

test.each([
  ['listing buckets', () => new ListBucketsCommand({})],
  ['object tagging', () => new GetObjectTaggingCommand(one)],
  ['version 1 of ListObjects', () => new ListObjectsCommand({ Bucket: photos })],
] as const)('an unsupported operation is named in the error: %s', async (_what, command) => {
  // These commands are all sent alike, but their types have nothing in common.
  const call = club.s3.send(command() as GetObjectTaggingCommand)
  expect(await refusalOf(call)).toMatchObject({
    code: 'NotImplemented',
    status: 501,
    message: expect.stringMatching(/^The local buckets do not know .+\.$/),
  })
})
