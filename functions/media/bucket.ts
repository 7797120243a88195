import { setTimeout } from 'node:timers/promises'
import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'
import { Problem } from '#shared/problems.ts'
import { credentials } from '../runtime/credentials.ts'
import { notePut } from '../table/meter.ts'

/**
 * The media bucket: single requests to S3 and presigned addresses, signed with modules that the DynamoDB client has loaded already. S3's own
 * client would add 48 KB to every function that shows a file.
 */

const {
  AWS_ENDPOINT_URL,
  AWS_ENDPOINT_URL_S3 = AWS_ENDPOINT_URL,
  AWS_REGION: region = 'us-east-1',
  MEDIA_BUCKET: bucket = '',
} = process.env

const ownHost = `${bucket}.s3.${region}.amazonaws.com`
/** Where S3 answers for the bucket; an endpoint that is set knows it by its path, as the SDK has it too. */
const origin = AWS_ENDPOINT_URL_S3 ? `${AWS_ENDPOINT_URL_S3.replace(/\/$/, '')}/${bucket}` : `https://${ownHost}`

const signer = new SignatureV4({
  service: 's3',
  region,
  credentials,
  sha256: Hash.bind(null, 'sha256'),
  // S3 signs the path as it is sent.
  uriEscapePath: false,
})

const attempts = 3

/** Puts an object there, with these headers. */
export async function putObject(key: string, body: Uint8Array, headers: Record<string, string>): Promise<void> {
  await send('PUT', key, { headers, body })
  notePut(body.length)
}
/** Takes an object away; one that is not there is gone already. */
export async function deleteObject(key: string): Promise<void> {
  await send('DELETE', key)
}
/**
 * Puts a copy of an object beside it, with its headers; false when there is no such object, or nobody may read it. What was found
 * in the one says nothing of the other, which is looked through by itself: a copy begins without tags, that only GuardDuty may set.
 */
export async function copyObject(from: string, to: string): Promise<boolean> {
  const headers = { 'x-amz-copy-source': `/${bucket}/${from}`, 'x-amz-tagging-directive': 'REPLACE' }
  const answer = await send('PUT', to, { headers, unless: [403, 404] })
  // S3 may begin to answer before it has copied: then what went wrong stands in the body.
  return answer.ok && (await answer.text()).includes('<CopyObjectResult')
}
/** The bytes of an object, or those of a range of it, both ends within; undefined when there is none. */
export async function getObject(key: string, range?: { from: number; to: number }): Promise<Uint8Array | undefined> {
  const headers = range && { range: `bytes=${range.from}-${range.to}` }
  const answer = await send('GET', key, { unless: [403, 404], ...(headers && { headers }) })
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined
}

type More = {
  headers?: Record<string, string>
  query?: Record<string, string>
  body?: Uint8Array
  unless?: readonly number[]
}

/** Each of these may be repeated, and is when S3 does not answer or asks to slow down. `unless`: refusals that are answers. */
export async function send(
  method: 'PUT' | 'DELETE' | 'GET' | 'POST',
  key: string,
  { headers: more, query = {}, body, unless = [] }: More = {},
) {
  const asked = new URLSearchParams(query).toString()
  const url = new URL(`${origin}/${key}${asked && `?${asked}`}`)
  const { protocol, host, pathname: path } = url
  // A few KB take no longer than five seconds; the largest file ten more.
  const patience = method === 'GET' || (body?.length ?? 0) > 1_000_000 ? 15_000 : 5000
  for (let attempt = 1; ; attempt++) {
    const request = { method, protocol, hostname: host, path, query, headers: { host, ...more }, body }
    const { headers } = await signer.sign(request)
    const sent = body && Buffer.from(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength)
    const answer = await fetch(url, {
      method,
      headers,
      // oxlint-disable-next-line unicorn/no-invalid-fetch-options -- only a PUT and a POST have one
      body: sent,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    }).catch(() => undefined)
    if (answer?.ok || (answer && unless.includes(answer.status))) return answer
    if (answer && answer.status < 500) throw new Error(`S3 refused ${method}: ${answer.status} ${await answer.text()}`)
    if (attempt === attempts) throw new Problem('busy')
    await setTimeout(100 * 2 ** attempt * Math.random())
  }
}

/** How long a signed address is good for, in seconds. */
const minutes = 15 * 60

type Ahead = { method: 'GET' | 'PUT'; now: string; headers?: Record<string, string>; query?: Record<string, string> }

/**
 * An address that is good for one request of this kind, for a quarter of an hour. It is one of our own site's: the
 * distribution passes what is under `/incoming/` and `/files/` on to the bucket as it is, which checks the signature.
 * @param headers must be sent just so
 */
export async function signedAddress(key: string, { method, now, headers = {}, query = {} }: Ahead): Promise<string> {
  const signed = await signer.presign(
    {
      method,
      protocol: 'https:',
      hostname: ownHost,
      path: `/${key}`,
      query,
      // Spelled so, it is moved to the query with the rest of the signature.
      headers: { host: ownHost, ...headers, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
    },
    {
      expiresIn: minutes,
      signingDate: new Date(now),
      unhoistableHeaders: new Set(Object.keys(headers)),
      signableHeaders: new Set(Object.keys(headers)),
    },
  )
  const parameters = new URLSearchParams(signed.query as Record<string, string>)
  // A space in a query is %20 to a signature.
  return `/${key}?${parameters.toString().replaceAll('+', '%20')}`
}
