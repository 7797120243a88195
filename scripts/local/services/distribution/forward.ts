import { randomBytes } from 'node:crypto'
import type { HttpRequest } from '../../http.ts'
import { type Forwarding, forwardsName } from './policies.ts'

// Headers of the body and of conditional requests, which CloudFront forwards whatever the policies say.
const ALWAYS = new Set([
  'content-type',
  'content-length',
  'content-encoding',
  'if-none-match',
  'if-modified-since',
  'range',
])

/** A viewer's request as CloudFront sends it to an origin with this host name: only what the policies forward. */
export function forwarded(request: HttpRequest, forwarding: Forwarding, originHost: string): HttpRequest {
  const { cookie = '', ...headers } = request.headers
  const sentHeaders = Object.entries(headers).filter(
    ([name]) => ALWAYS.has(name) || forwardsName(forwarding.headers, name),
  )
  const cookies = cookie.split(/; */).filter((pair) => pair && forwardsName(forwarding.cookies, nameOf(pair)))
  const query = request.query.split('&').filter((pair) => pair && forwardsName(forwarding.queryStrings, nameOf(pair)))
  return {
    ...request,
    query: query.join('&'),
    headers: {
      'user-agent': 'Amazon CloudFront',
      host: originHost,
      ...Object.fromEntries(sentHeaders),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      via: '1.1 local.cloudfront.net (CloudFront)',
      'x-amz-cf-id': randomBytes(42).toString('base64url'),
      'x-forwarded-for': '127.0.0.1',
    },
  }
}

const nameOf = (pair: string): string => pair.split('=')[0] ?? ''
