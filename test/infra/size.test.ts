import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { isMedia } from '#shared/api/media.ts'
import { routes } from '#shared/api/index.ts'
import { problems } from '#shared/sentences.ts'
import { maxBytes } from '#functions/http/input.ts'

type Request = { uri?: string; headers: Record<string, { value: string }> }
type Answer = { statusCode: number; headers: Request['headers']; body: string }
const source = readFileSync(new URL('../../infra/size.js', import.meta.url), 'utf8')
/** Runs the function as CloudFront does: the source defines `handler`, without any of Node's globals. */
const handler = runInNewContext(`${source}; handler`) as (event: { request: Request }) => Request | Answer

const sent = (length: number | undefined, type = 'application/json'): Request => ({
  headers: {
    'content-type': { value: type },
    ...(length !== undefined && { 'content-length': { value: String(length) } }),
  },
})
const passes = (request: Request) => handler({ request }) === request
const form = 'multipart/form-data; boundary=x'

test('requests within the API’s limits pass: no body, JSON, and forms with files', () => {
  expect(passes({ headers: {} })).toBe(true)
  expect(passes(sent(undefined))).toBe(true)
  expect(passes(sent(maxBytes))).toBe(true)
  expect(passes(sent(4 * 1024 * 1024, form))).toBe(true)
  for (const { route } of routes)
    if (isMedia(route.body)) expect(passes(sent(route.body.maxBytes, route.body.as === 'raw' ? '' : form))).toBe(true)
})

test.each([
  [512 * 1024 + 1, 'application/json'],
  [9_000_000, 'application/json'],
  [9_000_000, ''],
  [4 * 1024 * 1024 + 1, form],
])('%d bytes of %j are rejected with 413 in the API’s format', (length, type) => {
  const { statusCode, headers, body } = handler({ request: sent(length, type) }) as Answer
  const [status, message] = problems.too_large
  expect([statusCode, JSON.parse(body)]).toEqual([status, { code: 'too_large', message }])
  expect(headers).toMatchObject({
    'content-type': { value: 'application/json' },
    'cache-control': { value: 'no-store' },
  })
})

test('the limits stay below Lambda’s, even after encoding', () => {
  const lambda = 6 * 1024 * 1024
  expect(Math.ceil((4 * 1024 * 1024) / 3) * 4).toBeLessThan(lambda)
  expect(512 * 1024 * 6).toBeLessThan(lambda)
})

test('a trailing slash is removed, as the gateway has no route that ends in one', () => {
  const led = (uri: string) => (handler({ request: { uri, headers: {} } }) as Request).uri
  for (const { key } of routes) {
    const [, path = ''] = key.split(' ')
    expect(led(path)).toBe(path.replace(/\/$/, ''))
  }
  expect(routes.filter(({ key }) => key.endsWith('/'))).not.toEqual([])
  expect(led('/')).toBe('/')
})

test('requests with an access token go to the token function’s path, others do not', () => {
  const asked = (authorization: string, length?: number): Request => ({
    uri: '/api/v1/team/x',
    headers: { ...sent(length).headers, authorization: { value: authorization } },
  })
  const led = (authorization: string) => (handler({ request: asked(authorization) }) as Request).uri
  expect(led('Bearer tlp_o00000000000_T_s')).toBe('/token/api/v1/team/x')
  expect(led('bearer  tlp_x')).toBe('/token/api/v1/team/x')
  expect(led('Bearer eyJhbGciOi.tlp_')).toBe('/api/v1/team/x')
  expect((handler({ request: asked('Bearer tlp_x', 512 * 1024 + 1) }) as Answer).statusCode).toBe(413)
})
