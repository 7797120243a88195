import type { Need } from '../../gate/needs.ts'

/** Parts of buckets and objects that have actions of their own, which no function of ours calls. */
const otherParts = [
  'acl',
  'attributes',
  'cors',
  'encryption',
  'legal-hold',
  'lifecycle',
  'notification',
  'policy',
  'restore',
  'retention',
  'versioning',
  'website',
]

/**
 * What a request to a bucket needs. `path` is `/bucket/key`, still percent-encoded; `copySource` is the header of that
 * name; `body` is only needed when several objects are deleted at once. Undefined for an operation that is not known here.
 */
export function s3Needs(
  method: string,
  path: string,
  search: URLSearchParams,
  copySource?: string,
  body = '',
): Need[] | undefined {
  const { bucket, key } = split(path)
  if (otherParts.some((part) => search.has(part))) return undefined
  if (!bucket) return method === 'GET' ? [{ action: 's3:ListAllMyBuckets', resource: '*' }] : undefined
  const arn = `arn:aws:s3:::${bucket}`
  if (!key) {
    if (method === 'POST' && search.has('delete'))
      return deleted(body).map((one) => ({ action: 's3:DeleteObject', resource: `${arn}/${one}` }))
    const action = bucketAction(method, search)
    return action ? [{ action, resource: arn }] : undefined
  }
  const action = objectAction(method, search)
  if (!action) return undefined
  const needs = [{ action, resource: `${arn}/${key}` }]
  if (!copySource) return needs
  const source = split(copySource.startsWith('/') ? copySource : `/${copySource}`)
  return [...needs, { action: 's3:GetObject', resource: `arn:aws:s3:::${source.bucket}/${source.key.split('?')[0]}` }]
}

function split(path: string): { bucket: string; key: string } {
  const [, bucket = '', ...key] = path.split('/')
  return { bucket, key: decodeURIComponent(key.join('/')) }
}

function bucketAction(method: string, search: URLSearchParams): string | undefined {
  if (method === 'HEAD') return 's3:ListBucket'
  if (method !== 'GET') return undefined
  if (search.has('location')) return 's3:GetBucketLocation'
  if (search.has('uploads')) return 's3:ListBucketMultipartUploads'
  if (search.has('versions')) return 's3:ListBucketVersions'
  return 's3:ListBucket'
}

function objectAction(method: string, search: URLSearchParams): string | undefined {
  const version = search.has('versionId') ? 'Version' : ''
  const tagging = search.has('tagging') ? 'Tagging' : ''
  switch (method) {
    case 'GET':
      return search.has('uploadId') ? 's3:ListMultipartUploadParts' : `s3:GetObject${version}${tagging}`
    case 'HEAD':
      return `s3:GetObject${version}`
    case 'PUT':
      return `s3:PutObject${version}${tagging}`
    case 'POST':
      return search.has('uploads') || search.has('uploadId') ? 's3:PutObject' : undefined
    case 'DELETE':
      return search.has('uploadId') ? 's3:AbortMultipartUpload' : `s3:DeleteObject${version}${tagging}`
    default:
      return undefined
  }
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }

const deleted = (xml: string): string[] =>
  [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) =>
    key.replaceAll(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] ?? entity),
  )
