import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { payloadOf } from '#scripts/local/services/s3/payload.ts'

const trailing = 'STREAMING-UNSIGNED-PAYLOAD-TRAILER'
const headers = { 'x-amz-decoded-content-length': '10', 'x-amz-trailer': 'x-amz-checksum-crc32' }
// The checksum of "team photo", as the SDK sends it after the body.
const whole = '5\r\nteam \r\n5;x=y\r\nphoto\r\n0\r\nx-amz-checksum-crc32:KcVyTA==\r\n\r\n'

/** Reads an upload that arrives in these pieces to its end, with its check. */
async function upload(pieces: string[], change: Record<string, string | undefined> = {}, signed = trailing) {
  // Only the headers and bytes of a request are used.
  const request = Object.assign(Readable.from(pieces.map((each) => Buffer.from(each))), {
    headers: { ...headers, ...change },
  }) as unknown as IncomingMessage
  const payload = payloadOf(request, new URLSearchParams(), signed)
  const text = String(await buffer(payload.bytes))
  return { text, checksum: payload.check() }
}

test('a chunked upload arrives complete, however the network splits it', async () => {
  const expected = { text: 'team photo', checksum: { header: 'x-amz-checksum-crc32', value: 'KcVyTA==' } }
  for (let cut = 0; cut <= whole.length; cut++) {
    expect(await upload([whole.slice(0, cut), whole.slice(cut)].filter(Boolean))).toEqual(expected)
  }
  expect(await upload([...whole])).toEqual(expected)
})

test.each([
  ['has a wrong trailing checksum', whole.replace('KcVy', 'KcVz'), {}, 'BadDigest'],
  ['lacks the announced checksum', whole.replace('crc32:', 'sha1:'), {}, 'MalformedTrailerError'],
  ['is shorter than announced', whole, { 'x-amz-decoded-content-length': '11' }, 'IncompleteBody'],
  ['is longer than announced', whole, { 'x-amz-decoded-content-length': '9' }, 'IncompleteBody'],
  ['is truncated', whole.slice(0, -20), {}, 'IncompleteBody'],
  ['is truncated within a chunk', whole.slice(0, 5), {}, 'IncompleteBody'],
  ['has no chunk sizes', 'team photo\r\n', {}, 'InvalidRequest'],
  ['has a chunk longer than its size', whole.replace('5\r\nteam', '4\r\nteam'), {}, 'InvalidRequest'],
  ['never ends a chunk header', '5;'.padEnd(10_000, 'x'), {}, 'InvalidRequest'],
  ['has no length', whole, { 'x-amz-decoded-content-length': undefined }, 'MissingContentLength'],
  ['is larger than S3 allows', whole, { 'x-amz-decoded-content-length': '5368709121' }, 'EntityTooLarge'],
  ['has an unsupported checksum algorithm', whole, { 'x-amz-checksum-crc32c': 'AAAAAA==' }, 'NotImplemented'],
])('an upload that %s is rejected', async (_how, sent, change, code) => {
  await expect(upload([sent], change)).rejects.toMatchObject({ code })
})

test('chunks that are signed individually are rejected as unsupported', async () => {
  await expect(upload([whole], {}, 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD')).rejects.toMatchObject({
    code: 'NotImplemented',
    message: 'The local buckets do not know STREAMING-AWS4-HMAC-SHA256-PAYLOAD.',
  })
})

test('a plain upload needs a length, which must be exact', async () => {
  const plain = (length: string | undefined) =>
    upload(['team photo'], { 'content-length': length, 'x-amz-trailer': undefined }, 'UNSIGNED-PAYLOAD')
  expect(await plain('10')).toEqual({ text: 'team photo', checksum: undefined })
  await expect(plain('11')).rejects.toMatchObject({ code: 'IncompleteBody' })
  await expect(plain(undefined)).rejects.toMatchObject({ code: 'MissingContentLength', status: 411 })
})
