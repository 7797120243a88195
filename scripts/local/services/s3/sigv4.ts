import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../../types.ts'
import { accessDenied, invalidRequest, S3Error } from './errors.ts'

/** The signer of a request, and the signature's payload hash: a hash, or one of S3's words for "not covered". */
export type Signer = { accessKeyId: string; payload: string }

/** The credentials of an access key; undefined if there is no such key. Temporary ones have a session token. */
export type CredentialsOf = (accessKeyId: string) => { secretAccessKey: string; sessionToken?: string } | undefined

type Claim = {
  credential: string
  sessionToken: string | undefined
  signedHeaders: string
  signature: string
  date: string
  payload: string
}

const quarter = 15 * 60_000
const week = 604_800

/**
 * Checks a request's signature (Signature Version 4), in its headers or in its query, and its time.
 * @param target the path and query exactly as received
 */
export function verifySigner(
  request: IncomingMessage,
  target: string,
  credentialsOf: CredentialsOf,
  clock: Clock,
): Signer {
  const queryAt = target.indexOf('?')
  const path = queryAt < 0 ? target : target.slice(0, queryAt)
  const query = new URLSearchParams(queryAt < 0 ? '' : target.slice(queryAt + 1))
  const presigned = query.has('X-Amz-Signature')
  const claim = presigned ? claimInQuery(query) : claimInHeaders(request)
  if (presigned) checkExpiry(claim, query, clock)
  else checkSkew(claim, clock)
  const { accessKeyId, scope, secretAccessKey } = signerNamed(claim, credentialsOf)
  const names = claim.signedHeaders.split(';')
  checkCovered(request, names, presigned)
  const canonical = [
    request.method,
    canonicalPath(path),
    canonicalQuery(query),
    ...names.map((name) => `${name}:${headerValue(request, name)}`),
    '',
    claim.signedHeaders,
    claim.payload,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', claim.date, scope.join('/'), sha256(canonical)].join('\n')
  checkSignature({ secretAccessKey, scope, date: claim.date }, text, claim.signature)
  return { accessKeyId, payload: claim.payload }
}

/** The parts of a credential, such as `AKIA…/20260611/us-east-1/s3/aws4_request`, and its secret. Temporary ones need their session token. */
export function signerNamed(
  { credential, sessionToken }: { credential: string; sessionToken: string | undefined },
  credentialsOf: CredentialsOf,
) {
  const [accessKeyId = '', ...scope] = credential.split('/')
  const credentials = credentialsOf(accessKeyId)
  // S3 does not find the key of temporary credentials without their token.
  if (credentials === undefined || (credentials.sessionToken !== undefined && !sessionToken)) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.')
  }
  if ((sessionToken || undefined) !== credentials.sessionToken) {
    throw new S3Error(400, 'InvalidToken', 'The provided token is malformed or otherwise invalid.')
  }
  return { accessKeyId, scope, secretAccessKey: credentials.secretAccessKey }
}

type Signing = { secretAccessKey: string; scope: string[]; date: string }
/** Checks that `signature` is the key owner's signature of `text`. */
export function checkSignature({ secretAccessKey, scope, date }: Signing, text: string, signature: string): void {
  const [day = '', region = '', service = '', end = ''] = scope
  const key = [day, region, service, end].reduce<string | Buffer>(
    (key, part) => hmac(key, part),
    `AWS4${secretAccessKey}`,
  )
  const expected = hmac(key, text)
  const givenSignature = Buffer.from(signature, 'hex')
  const wellScoped = service === 's3' && end === 'aws4_request' && date.startsWith(day) && day.length === 8
  if (!wellScoped || givenSignature.length !== expected.length || !timingSafeEqual(givenSignature, expected)) {
    throw new S3Error(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    )
  }
}

/** `20260611T180000Z` in milliseconds since 1970. */
const amzDate = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

function claimInQuery(query: URLSearchParams): Claim {
  const parameter = (name: string) => {
    const value = query.get(name)
    if (!value) {
      throw new S3Error(
        400,
        'AuthorizationQueryParametersError',
        'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
      )
    }
    return value
  }
  parameter('X-Amz-Algorithm')
  return {
    credential: parameter('X-Amz-Credential'),
    sessionToken: query.get('X-Amz-Security-Token') ?? undefined,
    signedHeaders: parameter('X-Amz-SignedHeaders'),
    signature: parameter('X-Amz-Signature'),
    date: parameter('X-Amz-Date'),
    payload: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
  }
}

function claimInHeaders(request: IncomingMessage): Claim {
  const { authorization } = request.headers
  if (!authorization) throw accessDenied()
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(authorization) ?? []
  if (!credential || !signedHeaders || !signature) {
    throw new S3Error(400, 'AuthorizationHeaderMalformed', 'The authorization header is malformed.')
  }
  const payload = request.headers['x-amz-content-sha256']
  if (typeof payload !== 'string')
    throw invalidRequest('Missing required header for this request: x-amz-content-sha256')
  const sessionToken = request.headers['x-amz-security-token']?.toString()
  const date = String(request.headers['x-amz-date'] ?? '')
  return { credential, sessionToken, signedHeaders, signature, payload, date }
}

function checkExpiry(claim: Claim, query: URLSearchParams, clock: Clock): void {
  const expires = Number(query.get('X-Amz-Expires') ?? Number.NaN)
  if (!Number.isInteger(expires) || expires < 1 || expires > week) {
    throw new S3Error(
      400,
      'AuthorizationQueryParametersError',
      'X-Amz-Expires must be a number between 1 and 604800 seconds',
    )
  }
  const signedAt = amzDate(claim.date)
  if (!(signedAt <= clock.now() + quarter)) throw accessDenied('Request is not yet valid')
  if (clock.now() >= signedAt + expires * 1000) throw accessDenied('Request has expired')
}

/**
 * Refuses a request that was signed too long ago. SDKs in functions and tools sign with the machine's time, which tests
 * cannot change, so that time is accepted as well as the local cloud's.
 */
function checkSkew(claim: Claim, clock: Clock): void {
  const signedAt = amzDate(claim.date)
  const skew = Math.min(Math.abs(clock.now() - signedAt), Math.abs(Date.now() - signedAt))
  if (!(skew <= quarter)) {
    throw new S3Error(
      403,
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    )
  }
}

/** Headers that a presigned request need not sign: CloudFront adds an id to each request. */
const unsignedAhead = new Set(['x-amz-content-sha256', 'x-amz-cf-id'])

/** S3 requires the host to be signed, and all of its own headers that are sent. */
function checkCovered(request: IncomingMessage, names: string[], presigned: boolean): void {
  const open = Object.keys(request.headers).filter(
    (name) =>
      (name === 'host' || name.startsWith('x-amz-')) &&
      !names.includes(name) &&
      !(presigned && unsignedAhead.has(name)),
  )
  if (open.length) {
    throw accessDenied(`There were headers present in the request which were not signed: ${open.join(', ')}`)
  }
}

const headerValue = (request: IncomingMessage, name: string) =>
  String(request.headers[name] ?? '')
    .trim()
    .replace(/ +/g, ' ')

function canonicalPath(path: string): string {
  try {
    return path
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/')
  } catch {
    throw new S3Error(400, 'InvalidURI', "Couldn't parse the specified URI.")
  }
}

const canonicalQuery = (query: URLSearchParams) =>
  [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encoded(name), encoded(value)] as const)
    .toSorted(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

/** RFC 3986, which escapes more characters than encodeURIComponent does. */
export const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
