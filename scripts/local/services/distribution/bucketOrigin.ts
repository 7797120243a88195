import type { HttpResponse, Origin } from '../../http.ts'
import { resourceMatches } from '../../iam/match.ts'
import type { Assembly, Resource } from '../../types.ts'
import type { Files } from './files.ts'

const xml = (status: number, code: string, message: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  ),
})

/**
 * A private bucket as CloudFront reads it with an origin access control: objects, 304 if the caller's copy is current,
 * 403 for every missing object, because the distribution may read objects but not list them.
 */
export function bucketOrigin(assembly: Assembly, bucket: Resource, files: Files): Origin {
  const name = assembly.physicalId(bucket)
  const readable = whatCloudFrontReads(assembly, name)
  return async ({ method, path, headers }) => {
    if (method !== 'GET' && method !== 'HEAD')
      return xml(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.')
    const key = decode(path.slice(1))
    const file = key && readable(key) ? await files.get(name, key) : undefined
    if (!file) return xml(403, 'AccessDenied', 'Access Denied')
    const answer = {
      status: 200,
      headers: { ...file.headers, 'accept-ranges': 'none', server: 'AmazonS3' },
      body: file.body,
    }
    return isKnown(headers, file.headers) ? { ...answer, status: 304, body: Buffer.alloc(0) } : answer
  }
}

function decode(key: string): string | undefined {
  try {
    return decodeURIComponent(key)
  } catch {
    return undefined
  }
}

function isKnown(requestHeaders: Record<string, string>, file: Record<string, string>): boolean {
  const tags = requestHeaders['if-none-match']
  // The viewer may have the compressed file, whose ETag CloudFront has made weak.
  if (tags) return tags.split(/, */).some((tag) => tag === '*' || tag.replace(/^W\//, '') === file.etag)
  const modifiedSince = Date.parse(requestHeaders['if-modified-since'] ?? '')
  return Date.parse(file['last-modified'] ?? '') <= modifiedSince
}

/** Returns a test for the object keys that the bucket's policy lets CloudFront read. */
function whatCloudFrontReads(assembly: Assembly, bucketName: string): (key: string) => boolean {
  const patterns = assembly.ofType('AWS::S3::BucketPolicy').flatMap(({ stack, properties }) => {
    const { Bucket, PolicyDocument } = assembly.resolve<{ Bucket: string; PolicyDocument: { Statement: Statement[] } }>(
      stack,
      properties,
    )
    if (Bucket !== bucketName) return []
    return PolicyDocument.Statement.filter(allowsReading).flatMap(({ Resource }) => Resource)
  })
  return (key) => patterns.some((pattern) => resourceMatches(pattern, `arn:aws:s3:::${bucketName}/${key}`))
}

type Statement = {
  Effect: string
  Action: string | string[]
  Principal?: string | { Service?: string | string[] }
  Resource: string | string[]
}

const allowsReading = ({ Effect, Action, Principal }: Statement): boolean =>
  Effect === 'Allow' &&
  [Action].flat().some((action) => action === 's3:GetObject' || action === 's3:*') &&
  typeof Principal === 'object' &&
  [Principal.Service].flat().includes('cloudfront.amazonaws.com')
