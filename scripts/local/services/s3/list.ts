import { invalidRequest, notImplemented, S3Error } from './errors.ts'
import { arnOf, demand, type Exchange, isoDate, replyXml } from './exchange.ts'
import { encoded } from './sigv4.ts'

/** Where the next page continues: after this key, or after every key with this prefix. */
type Mark = { after: string; isPrefix: boolean }

/** ListObjectsV2: keys in byte order, those below a delimiter grouped into their common prefix. */
export async function listObjects(exchange: Exchange): Promise<void> {
  const { bucket, query, response } = exchange
  demand(exchange, 's3:ListBucket', arnOf(bucket.name))
  if (query.get('list-type') !== '2') throw notImplemented('the first version of ListObjects')
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const max = Number(query.get('max-keys') ?? 1000)
  if (!Number.isInteger(max) || max < 0)
    throw new S3Error(400, 'InvalidArgument', 'Argument max-keys must be an integer')
  const token = query.get('continuation-token')
  const mark: Mark = token === null ? { after: query.get('start-after') ?? '', isPrefix: false } : markIn(token)
  const shown = query.get('encoding-type') === 'url' ? (text: string) => encoded(text).replaceAll('%2F', '/') : String

  const found: Mark[] = []
  let more = false
  for (const key of bucket.store.keys()) {
    if (!key.startsWith(prefix) || !isBeyond(key, mark)) continue
    const cut = delimiter ? key.indexOf(delimiter, prefix.length) : -1
    const each: Mark =
      cut < 0 ? { after: key, isPrefix: false } : { after: key.slice(0, cut + delimiter.length), isPrefix: true }
    if (each.isPrefix && found.at(-1)?.after === each.after) continue
    more = found.length >= max
    if (more) break
    found.push(each)
  }
  const last = found.at(-1)
  const objects = found.flatMap(({ after, isPrefix }) => (isPrefix ? [] : (bucket.store.get(after) ?? [])))
  replyXml(response, 'ListBucketResult', {
    Name: bucket.name,
    Prefix: shown(prefix),
    Delimiter: delimiter ? shown(delimiter) : undefined,
    EncodingType: query.get('encoding-type') ?? undefined,
    MaxKeys: max,
    KeyCount: found.length,
    IsTruncated: more && max > 0,
    ContinuationToken: token ?? undefined,
    StartAfter: query.has('start-after') ? shown(query.get('start-after') ?? '') : undefined,
    NextContinuationToken: more && last ? Buffer.from(JSON.stringify(last)).toString('base64url') : undefined,
    Contents: objects.map(({ key, modified, etag, size }) => ({
      Key: shown(key),
      LastModified: isoDate(modified),
      ETag: etag,
      Size: size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: found.flatMap(({ after, isPrefix }) => (isPrefix ? { Prefix: shown(after) } : [])),
  })
}

const isBeyond = (key: string, { after, isPrefix }: Mark) =>
  Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0 && !(isPrefix && key.startsWith(after))

function markIn(token: string): Mark {
  try {
    const { after, isPrefix } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Partial<Mark>
    if (typeof after === 'string' && typeof isPrefix === 'boolean') return { after, isPrefix }
  } catch {
    // An invalid token: falls through to the error.
  }
  throw invalidRequest('The continuation token provided is incorrect')
}
