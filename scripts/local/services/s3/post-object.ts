import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../types.ts'
import { wholeBody } from './body.ts'
import { accessDenied, S3Error, tooLarge } from './errors.ts'
import { arnOf, type Authorize, type Bucket, commit, type Exchange, headersToKeep, replyXml } from './exchange.ts'
import { checkPolicy } from './post-policy.ts'
import type { CredentialsOf } from './sigv4.ts'

type PostContext = { authorize: Authorize; clock: Clock; credentialsOf: CredentialsOf; onEvent: Exchange['onEvent'] }

// Forms are read into memory; larger files use multipart uploads.
const largestForm = 256 * 2 ** 20

/** A browser's form upload, authorized by a signed policy instead of a signed request. */
export async function postObject(
  request: IncomingMessage,
  response: ServerResponse,
  bucket: Bucket,
  { authorize, clock, credentialsOf, onEvent }: PostContext,
): Promise<void> {
  const { fields, file } = await formOf(request)
  const accessKeyId = checkPolicy({ fields, size: file.size }, bucket.name, credentialsOf, clock)
  const key = (fields.get('key') ?? '').replaceAll('${filename}', () => file.name)
  if (!key) throw new S3Error(400, 'InvalidArgument', 'Bucket POST must contain a field named "key".')
  const refusal = authorize(accessKeyId, 's3:PutObject', arnOf(bucket.name, key))
  if (refusal !== undefined) throw accessDenied(refusal)
  const staged = await bucket.store.stage([new Uint8Array(await file.arrayBuffer())])
  const headers = headersToKeep(Object.fromEntries(fields))
  const { etag } = commit({ bucket, clock, onEvent }, key, staged, { headers }, 'ObjectCreated:Post')
  const redirect = fields.get('success_action_redirect')
  if (redirect && URL.canParse(redirect)) {
    const to = new URL(redirect)
    to.searchParams.set('bucket', bucket.name)
    to.searchParams.set('key', key)
    to.searchParams.set('etag', etag)
    response.writeHead(303, { location: to.href }).end()
  } else if (fields.get('success_action_status') === '201') {
    replyXml(response, 'PostResponse', { Bucket: bucket.name, Key: key, ETag: etag }, 201)
  } else {
    response.writeHead(fields.get('success_action_status') === '200' ? 200 : 204, { etag }).end()
  }
}

async function formOf(request: IncomingMessage): Promise<{ fields: Map<string, string>; file: File }> {
  const body = await wholeBody(request, largestForm, tooLarge)
  const form = await new Response(body, { headers: { 'content-type': request.headers['content-type'] ?? '' } })
    .formData()
    .catch(() => {
      throw new S3Error(
        400,
        'MalformedPOSTRequest',
        'The body of your POST request is not well-formed multipart/form-data.',
      )
    })
  const fields = new Map<string, string>()
  let file: File | undefined
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.set(name.toLowerCase(), value)
    else if (name.toLowerCase() === 'file') file = value
  }
  if (!file) throw new S3Error(400, 'InvalidArgument', 'POST requires exactly one file upload per request.')
  return { fields, file }
}
