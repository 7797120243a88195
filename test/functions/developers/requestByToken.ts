import { handler } from '#functions/developers/tokenHandler.ts'
import { exampleRequest } from '../exampleRequest.ts'
import type { Club } from '../club.ts'
import { inRoleNamed } from '../roles.ts'

type TokenRequest = { token?: string; method?: string; query?: Record<string, string>; now?: string }

/** Sends a request as a program does, by the address routed by the distribution, in the role of the token function. */
export async function byToken(
  path: string,
  { token, method = 'GET', query = {}, now = '2026-11-21T18:00:00Z' }: TokenRequest,
) {
  const rawPath = `/token${path}`
  const event = {
    version: '2.0',
    routeKey: 'ANY /token/{path+}',
    rawPath,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    // Programs have no cookies; sending some gains nothing.
    cookies: ['__Host-touchline-in-place=somebody.9999999999'],
    queryStringParameters: query,
    pathParameters: { path: path.slice(1) },
    requestContext: { requestId: crypto.randomUUID(), timeEpoch: Date.parse(now), http: { method, path: rawPath } },
    isBase64Encoded: false,
  }
  const responsePromise = inRoleNamed('developers-token', () => handler(event as never, {} as never))
  const { statusCode, headers = {}, body = '', isBase64Encoded } = await responsePromise
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body
  const answer = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
  return { status: statusCode, headers, answer, text }
}

/** A valid request to a route, with some parameters overridden. */
export async function requestTo(key: string, club: Club, params: Record<string, string> = {}) {
  const example = await exampleRequest(key, club, params)
  const path = key
    .slice('GET '.length)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => String((example as Record<string, unknown>)[name]))
  const query = Object.fromEntries(Object.entries(example.query ?? {}).map(([name, value]) => [name, String(value)]))
  return { path, query, ...(example.now && { now: example.now }) }
}
