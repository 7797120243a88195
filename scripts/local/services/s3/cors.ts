import type { IncomingMessage, ServerResponse } from 'node:http'
import { S3Error } from './errors.ts'

/** A rule of the template's `CorsConfiguration.CorsRules`. */
export type CorsRule = {
  AllowedOrigins: string[]
  AllowedMethods: string[]
  AllowedHeaders?: string[]
  ExposedHeaders?: string[]
  MaxAge?: number
}

/** Adds the CORS headers of the matching rule; answers a preflight request, and returns whether it was one. */
export function cors(rules: CorsRule[], request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers
  const preflight = request.method === 'OPTIONS'
  const method = String(preflight ? request.headers['access-control-request-method'] : request.method)
  const requestedHeaders = (request.headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean)
  const rule = rules.find(
    (each) =>
      origin !== undefined &&
      each.AllowedOrigins.some((allowed) => matchesPattern(allowed, origin)) &&
      each.AllowedMethods.includes(method) &&
      (!preflight ||
        requestedHeaders.every((header) =>
          each.AllowedHeaders?.some((allowed) => matchesPattern(allowed.toLowerCase(), header)),
        )),
  )
  if (rule && origin) {
    response.setHeader('access-control-allow-origin', rule.AllowedOrigins.includes('*') ? '*' : origin)
    response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method')
    if (rule.ExposedHeaders?.length) response.setHeader('access-control-expose-headers', rule.ExposedHeaders.join(', '))
  }
  if (!preflight) return false
  if (!rule) throw new S3Error(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.')
  response.setHeader('access-control-allow-methods', rule.AllowedMethods.join(', '))
  if (requestedHeaders.length) response.setHeader('access-control-allow-headers', requestedHeaders.join(', '))
  if (rule.MaxAge !== undefined) response.setHeader('access-control-max-age', rule.MaxAge)
  response.writeHead(200).end()
  return true
}

/** A pattern may contain one `*`. */
function matchesPattern(pattern: string, value: string): boolean {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return pattern === value
  return value.length >= before.length + after.length && value.startsWith(before) && value.endsWith(after)
}
