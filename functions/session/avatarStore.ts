import { setTimeout } from 'node:timers/promises'
import { Hash } from '@smithy/core/serde'
import { SignatureV4 } from '@smithy/signature-v4'
import { Problem } from '#shared/problems.ts'

/**
 * People's pictures in the media bucket, under `avatar/<userId>`. Two calls of S3, signed with what the DynamoDB client has
 * brought along: S3's own client would double this function's bundle. Region and credentials are Lambda's.
 */

const {
  AWS_ENDPOINT_URL,
  AWS_ENDPOINT_URL_S3 = AWS_ENDPOINT_URL,
  AWS_REGION: region = 'us-east-1',
  MEDIA_BUCKET: bucket = '',
} = process.env

/** Where S3 answers for the bucket; an endpoint that is set knows it by its path, as the SDK has it too. */
const origin = AWS_ENDPOINT_URL_S3
  ? `${AWS_ENDPOINT_URL_S3.replace(/\/$/, '')}/${bucket}`
  : `https://${bucket}.s3.${region}.amazonaws.com`

/** How long a browser and the edge may keep a picture, in seconds. Its address changes with it. */
const day = 24 * 60 * 60

export const storeAvatar = (userId: string, jpeg: Buffer<ArrayBuffer>): Promise<void> =>
  send('PUT', userId, { 'content-type': 'image/jpeg', 'cache-control': `public, max-age=${day}` }, jpeg)

export const deleteAvatar = (userId: string): Promise<void> => send('DELETE', userId)

const signer = new SignatureV4({
  service: 's3',
  region,
  // As Lambda hands them over; they change while a function lives on.
  credentials: async () => {
    const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '', AWS_SESSION_TOKEN } = process.env
    return {
      accessKeyId: AWS_ACCESS_KEY_ID,
      secretAccessKey: AWS_SECRET_ACCESS_KEY,
      ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
    }
  },
  sha256: Hash.bind(null, 'sha256'),
  // S3 signs the path as it is sent.
  uriEscapePath: false,
})

const attempts = 3
/** How long S3 may take for a few KB, in milliseconds. */
const patience = 5000

/** Both calls may be repeated, and are when S3 does not answer or asks to slow down. */
async function send(method: 'PUT' | 'DELETE', userId: string, more = {}, body?: Buffer<ArrayBuffer>): Promise<void> {
  const url = new URL(`${origin}/avatar/${userId}`)
  const { protocol, host, pathname: path } = url
  for (let attempt = 1; ; attempt++) {
    const request = { method, protocol, hostname: host, path, headers: { host, ...more }, body }
    const { headers } = await signer.sign(request)
    const answer = await fetch(url, { method, headers, body, signal: AbortSignal.timeout(patience) }).catch(
      () => undefined,
    )
    if (answer?.ok) return
    if (answer && answer.status < 500) throw new Error(`S3 refused ${method}: ${answer.status} ${await answer.text()}`)
    if (attempt === attempts) throw new Problem('busy')
    await setTimeout(100 * 2 ** attempt * Math.random())
  }
}
