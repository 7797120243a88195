import type { HttpResponse } from '../../http.ts'

/**
 * Converts a function's result to an HTTP response, by payload format 2.0. A result without `statusCode` is the body of
 * a 200. Returns `undefined` if the result has a `statusCode` but is not a valid response.
 */
export function httpResponse(result: unknown): HttpResponse | undefined {
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    const body = Buffer.from(typeof result === 'string' ? result : JSON.stringify(result ?? null))
    return { status: 200, headers: { 'content-type': 'application/json' }, body }
  }
  const {
    statusCode,
    headers = {},
    cookies = [],
    body = '',
    isBase64Encoded = false,
  } = result as Record<string, unknown>
  const status = Number(statusCode)
  const isValid =
    Number.isInteger(status) &&
    status >= 200 &&
    status <= 599 &&
    (typeof body === 'string' || body === null) &&
    typeof headers === 'object' &&
    Array.isArray(cookies)
  if (!isValid) return undefined
  return {
    status,
    headers: { 'content-type': 'text/plain;charset=utf-8', ...readHeaders(headers ?? {}), ...setCookie(cookies) },
    body: Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8'),
  }
}

// The gateway sets these itself.
const OWN = new Set(['connection', 'content-length', 'date', 'transfer-encoding'])

function readHeaders(headers: object): Record<string, string> {
  const sentHeaders = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)] as const)
  return Object.fromEntries(sentHeaders.filter(([name]) => !OWN.has(name)))
}

const setCookie = (cookies: unknown[]): Record<string, string[]> =>
  cookies.length > 0 ? { 'set-cookie': cookies.map(String) } : {}
