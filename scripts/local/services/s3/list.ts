import { invalidRequest, notImplemented, S3Error } from './errors.ts'
import { arnOf, requirePermission, type Exchange, isoDate, replyXml } from './exchange.ts'
import { encoded } from './sigv4.ts'

/** Where the next page continues: after this key, or after every key with this prefix. */
type Mark = { key: string; isPrefix: boolean }

/** ListObjectsV2: keys in byte order, those below a delimiter grouped into their common prefix. */
export async function listObjects(exchange: Exchange): Promise<void> {
  const { bucket, query, response } = exchange
  requirePermission(exchange, 's3:ListBucket', arnOf(bucket.name))
  if (query.get('list-type') !== '2') throw notImplemented('the first version of ListObjects')
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const max = Number(query.get('max-keys') ?? 1000)
  if (!Number.isInteger(max) || max < 0)
    throw new S3Error(400, 'InvalidArgument', 'Argument max-keys must be an integer')
  const token = query.get('continuation-token')
  const mark: Mark = token === null ? { key: query.get('start-after') ?? '', isPrefix: false } : markIn(token)
  const encodeKey =
    query.get('encoding-type') === 'url' ? (text: string) => encoded(text).replaceAll('%2F', '/') : String

  const marks: Mark[] = []
  let isTruncated = false
  for (const key of bucket.store.keys()) {
    if (!key.startsWith(prefix) || !isAfter(key, mark)) continue
    const delimiterAt = delimiter ? key.indexOf(delimiter, prefix.length) : -1
    const each: Mark =
      delimiterAt < 0 ? { key, isPrefix: false } : { key: key.slice(0, delimiterAt + delimiter.length), isPrefix: true }
    if (each.isPrefix && marks.at(-1)?.key === each.key) continue
    isTruncated = marks.length >= max
    if (isTruncated) break
    marks.push(each)
  }
  const last = marks.at(-1)
  const objects = marks.flatMap(({ key, isPrefix }) => (isPrefix ? [] : (bucket.store.get(key) ?? [])))
  replyXml(response, 'ListBucketResult', {
    Name: bucket.name,
    Prefix: encodeKey(prefix),
    Delimiter: delimiter ? encodeKey(delimiter) : undefined,
    EncodingType: query.get('encoding-type') ?? undefined,
    MaxKeys: max,
    KeyCount: marks.length,
    IsTruncated: isTruncated && max > 0,
    ContinuationToken: token ?? undefined,
    StartAfter: query.has('start-after') ? encodeKey(query.get('start-after') ?? '') : undefined,
    NextContinuationToken: isTruncated && last ? Buffer.from(JSON.stringify(last)).toString('base64url') : undefined,
    Contents: objects.map(({ key, modified, etag, size }) => ({
      Key: encodeKey(key),
      LastModified: isoDate(modified),
      ETag: etag,
      Size: size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: marks.flatMap(({ key, isPrefix }) => (isPrefix ? { Prefix: encodeKey(key) } : [])),
  })
}

const isAfter = (key: string, { key: after, isPrefix }: Mark) =>
  Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0 && !(isPrefix && key.startsWith(after))

function markIn(token: string): Mark {
  try {
    const { key: after, isPrefix } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Partial<Mark>
    if (typeof after === 'string' && typeof isPrefix === 'boolean') return { key: after, isPrefix }
  } catch {
    // An invalid token: falls through to the error.
  }
  throw invalidRequest('The continuation token provided is incorrect')
}
