import { randomBytes } from 'node:crypto'
import type { HttpRequest } from '../../http.ts'
import type { JwtContext } from './authorizer.ts'

type HttpCall = {
  request: HttpRequest
  /** As the service passes it on: the HTTP API decodes it, a function URL does not. */
  rawPath: string
  routeKey: string
  pathParameters?: Record<string, string>
  authorizer?: JwtContext
  account: string
  /** The id and host name of the API or function URL. */
  apiId: string
  domainName: string
  /** Milliseconds since 1970. */
  now: number
  requestId: string
}

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'cookie',
])
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A request id in API Gateway's format. */
export const newRequestId = (): string => `${randomBytes(11).toString('base64url').slice(0, 15)}=`

/** The event of an HTTP request: payload format 2.0. */
export function httpEvent(call: HttpCall): object {
  const {
    request,
    rawPath,
    routeKey,
    pathParameters = {},
    authorizer,
    account,
    apiId,
    domainName,
    now,
    requestId,
  } = call
  const { body, headers, method, query } = request
  const text = isText(headers['content-type'], headers['content-encoding'])
  const queryStringParameters = readQuery(query)
  const sentHeaders = Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name))
  const sourceIp = headers['x-forwarded-for']?.split(',')[0]?.trim() ?? '127.0.0.1'
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: query,
    ...(headers.cookie && { cookies: headers.cookie.split(/; */) }),
    headers: {
      ...Object.fromEntries(sentHeaders),
      'content-length': String(body.length),
      host: domainName,
      'x-amzn-trace-id': traceId(now),
      'x-forwarded-for': sourceIp,
      'x-forwarded-port': '443',
      'x-forwarded-proto': 'https',
    },
    ...(Object.keys(queryStringParameters).length > 0 && { queryStringParameters }),
    requestContext: {
      accountId: account,
      apiId,
      ...(authorizer && { authorizer: { jwt: authorizer } }),
      domainName,
      domainPrefix: domainName.split('.')[0],
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp, userAgent: headers['user-agent'] ?? '' },
      requestId,
      routeKey,
      stage: '$default',
      time: requestTime(now),
      timeEpoch: now,
    },
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    ...(body.length > 0 && { body: body.toString(text ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !text,
  }
}

/** Only these types come as text; even forms, and bodies without a type, come in base64. Measured on AWS, not documented. */
function isText(type = '', encoding?: string): boolean {
  return !encoding && /^(text\/|application\/(json|xml|javascript)\b)/i.test(type)
}

function readQuery(query: string): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(query)) {
    parameters[name] = Object.hasOwn(parameters, name) ? `${parameters[name]},${value}` : value
  }
  return parameters
}

const traceId = (now: number): string =>
  `Root=1-${Math.floor(now / 1000).toString(16)}-${randomBytes(12).toString('hex')}`

export function requestTime(now: number): string {
  const at = new Date(now)
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  const day = `${twoDigits(at.getUTCDate())}/${MONTHS[at.getUTCMonth()]}/${at.getUTCFullYear()}`
  return `${day}:${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}:${twoDigits(at.getUTCSeconds())} +0000`
}
