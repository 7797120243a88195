import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'
import { Problem } from '#shared/problems.ts'
import { backoff } from '../runtime/backoff.ts'
import { credentials } from '../runtime/credentials.ts'
import { countUpload } from '../table/meter.ts'

/**
 * The media bucket: single requests to S3 and presigned addresses, signed with modules that the DynamoDB client has loaded already. S3's
 * own client would add 48 KB to every function that shows a file.
 */

const {
  AWS_ENDPOINT_URL,
  AWS_ENDPOINT_URL_S3 = AWS_ENDPOINT_URL,
  AWS_REGION: region = 'us-east-1',
  MEDIA_BUCKET: bucket = '',
} = process.env

const ownHost = `${bucket}.s3.${region}.amazonaws.com`
/** The bucket's base URL. With a custom endpoint the bucket is part of the path, as in the SDK. */
const origin = AWS_ENDPOINT_URL_S3 ? `${AWS_ENDPOINT_URL_S3.replace(/\/$/, '')}/${bucket}` : `https://${ownHost}`

const signer = new SignatureV4({
  service: 's3',
  region,
  credentials,
  sha256: Hash.bind(null, 'sha256'),
  // S3 signs the path exactly as it is sent.
  uriEscapePath: false,
})

const attempts = 3

/** Stores an object with these headers. */
export async function putObject(key: string, body: Uint8Array, headers: Record<string, string>): Promise<void> {
  await send('PUT', key, { headers, body })
  countUpload(body.length)
}
/** Deletes an object. Idempotent. */
export async function deleteObject(key: string): Promise<void> {
  await send('DELETE', key)
}
/**
 * Copies an object with its headers; false if it does not exist or may not be read, and `busy` while S3 fails. Tags, which only
 * GuardDuty may set, are not copied: the copy is scanned for malware again.
 */
export async function copyObject(from: string, to: string): Promise<boolean> {
  const headers = { 'x-amz-copy-source': `/${bucket}/${from}`, 'x-amz-tagging-directive': 'REPLACE' }
  return (await send('PUT', to, { headers, unless: [403, 404], contains: '<CopyObjectResult' })).ok
}
/** The bytes of an object, or of a range of it (both ends included); undefined if it does not exist. */
export async function getObject(key: string, range?: { from: number; to: number }): Promise<Uint8Array | undefined> {
  const headers = range && { range: `bytes=${range.from}-${range.to}` }
  const response = await send('GET', key, { unless: [403, 404], ...(headers && { headers }) })
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
}

type SendOptions = {
  headers?: Record<string, string>
  query?: Record<string, string>
  body?: Uint8Array
  unless?: readonly number[]
  contains?: string
}

/**
 * Calls S3 with retries on timeouts and throttling; all calls are idempotent.
 * @param options `unless`: errors that are returned instead of thrown. `contains`: what the body of a success has. S3 may respond with 200
 *   before it has done the work; an error is then in the body, and is retried like one of status 500.
 */
export async function send(
  method: 'PUT' | 'DELETE' | 'GET' | 'POST',
  key: string,
  { headers: extraHeaders, query = {}, body, unless = [], contains = '' }: SendOptions = {},
) {
  const queryString = new URLSearchParams(query).toString()
  const url = new URL(`${origin}/${key}${queryString && `?${queryString}`}`)
  const { protocol, host, pathname: path } = url
  // Five seconds suffice for a few KB; the largest file takes ten more.
  const timeoutMs = method === 'GET' || (body?.length ?? 0) > 1_000_000 ? 15_000 : 5000
  for (let attempt = 1; ; attempt++) {
    const request = { method, protocol, hostname: host, path, query, headers: { host, ...extraHeaders }, body }
    const { headers } = await signer.sign(request)
    const requestBody = body && Buffer.from(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength)
    const response = await fetch(url, {
      method,
      headers,
      // oxlint-disable-next-line unicorn/no-invalid-fetch-options -- only PUT and POST have a body
      body: requestBody,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => undefined)
    if (response && unless.includes(response.status)) return response
    if (response?.ok && (contains === '' || (await hasText(response, contains)))) return response
    if (response && !response.ok && response.status < 500)
      throw new Error(`S3 refused ${method}: ${response.status} ${await response.text()}`)
    if (attempt === attempts) throw new Problem('busy')
    await backoff(attempt, 100)
  }
}

/** Whether a body contains a text; not if it breaks off. */
const hasText = (response: Response, text: string): Promise<boolean> =>
  response.text().then(
    (body) => body.includes(text),
    () => false,
  )

/** How long a signed URL is valid, in seconds. */
const validitySeconds = 15 * 60

type PresignOptions = {
  method: 'GET' | 'PUT'
  now: string
  headers?: Record<string, string>
  query?: Record<string, string>
}

/**
 * A presigned URL for one kind of request, valid for 15 minutes. It has our own origin: the distribution passes `/incoming/` and `/files/`
 * to the bucket unchanged, which checks the signature.
 * @param headers the signed headers, which the client must send
 */
export async function signedAddress(
  key: string,
  { method, now, headers = {}, query = {} }: PresignOptions,
): Promise<string> {
  const presigned = await signer.presign(
    {
      method,
      protocol: 'https:',
      hostname: ownHost,
      path: `/${key}`,
      query,
      // In this spelling it is moved to the query with the rest of the signature.
      headers: { host: ownHost, ...headers, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
    },
    {
      expiresIn: validitySeconds,
      signingDate: new Date(now),
      unhoistableHeaders: new Set(Object.keys(headers)),
      signableHeaders: new Set(Object.keys(headers)),
    },
  )
  const parameters = new URLSearchParams(presigned.query as Record<string, string>)
  // The signature expects a space in the query as %20.
  return `/${key}?${parameters.toString().replaceAll('+', '%20')}`
}
